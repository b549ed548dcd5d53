const path = '/api/v1/auth/login'

/** Returns the Set-Cookie header that binds a question to this browser. Each has its own, so several tabs can sign in. */
export function challengeCookie(asked: { id: string; browser: string }, { isSecure }: { isSecure: boolean }): string {
  return `${nameOf(asked.id)}=${asked.browser}; Path=${path}; Max-Age=600; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
}

/** Returns the Set-Cookie header that ends it. */
export function endedChallengeCookie(id: string): string {
  return `${nameOf(id)}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Strict`
}

/** Returns the value of a question's cookie; '' without one. */
export function challengeCookieOf(header: string | undefined, id: string): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${nameOf(id)}=`))?.slice(nameOf(id).length + 1) ?? ''
}

function nameOf(id: string): string {
  return `courtcrier_factor_${id.replaceAll(/[^\da-f]/gi, '')}`
}
