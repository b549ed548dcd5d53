const path = '/api/v1/sso'

/** Returns the Set-Cookie header that binds a sign-in to this browser. Each has its own, so that several tabs can sign in. */
export function browserCookie(attempt: { id: string; browser: string }, { isSecure }: { isSecure: boolean }): string {
  // Lax: the provider sends the browser back from another site.
  return `${nameOf(attempt.id)}=${attempt.browser}; Path=${path}; Max-Age=600; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Returns the Set-Cookie header that ends it. */
export function endedCookie(id: string): string {
  return `${nameOf(id)}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`
}

/** Returns the value of a sign-in's cookie; '' without one. */
export function cookieOf(header: string | undefined, id: string): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${nameOf(id)}=`))?.slice(nameOf(id).length + 1) ?? ''
}

function nameOf(id: string): string {
  return `courtcrier_sso_${id.replaceAll('-', '')}`
}
