const path = '/api/v1/mail-sign-in'

/** Returns the Set-Cookie header that binds a sign-in to this browser. Each has its own, so that several can be under way. */
export function signInCookie(attempt: { id: string; browser: string }, { isSecure }: { isSecure: boolean }): string {
  // Lax: the service sends the browser back from another site.
  return `${nameOf(attempt.id)}=${attempt.browser}; Path=${path}; Max-Age=600; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Returns the value of a sign-in's cookie; '' without one. */
export function signInCookieOf(header: string | undefined, id: string): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${nameOf(id)}=`))?.slice(nameOf(id).length + 1) ?? ''
}

function nameOf(id: string): string {
  return `courtcrier_mail_${id.replaceAll('-', '')}`
}
