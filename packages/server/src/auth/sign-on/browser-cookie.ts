const path = '/api/v1/sso'

interface CookieOptions {
  isSecure: boolean
}

/** Returns the Set-Cookie header that binds a sign-in to this browser. Each has its own, so that several tabs can sign in. */
export function browserCookie(attempt: { id: string; browser: string }, options: CookieOptions): string {
  return setCookie(nameOf(attempt.id), attempt.browser, options)
}

/** Returns the Set-Cookie header for the browser that brings a sign-in back in a post from another site, without cookies. */
export function returnCookie(attempt: { id: string; returned: string }, options: CookieOptions): string {
  return setCookie(returnNameOf(attempt.id), attempt.returned, options)
}

function setCookie(name: string, value: string, { isSecure }: CookieOptions): string {
  // Lax: the provider sends the browser back from another site.
  return `${name}=${value}; Path=${path}; Max-Age=600; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`
}

/** Returns the Set-Cookie headers that end a sign-in's cookies. */
export function endedCookies(id: string): string[] {
  return [nameOf(id), returnNameOf(id)].map((name) => `${name}=; Path=${path}; Max-Age=0; HttpOnly; SameSite=Lax`)
}

/** Returns the value of a sign-in's cookie; '' without one. */
export function cookieOf(header: string | undefined, id: string): string {
  return cookieValue(header, nameOf(id))
}

/** Returns the value of the cookie from bringing a sign-in back; '' without one. */
export function returnCookieOf(header: string | undefined, id: string): string {
  return cookieValue(header, returnNameOf(id))
}

function cookieValue(header: string | undefined, name: string): string {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim())
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1) ?? ''
}

function nameOf(id: string): string {
  return `courtcrier_sso_${id.replaceAll('-', '')}`
}

function returnNameOf(id: string): string {
  return `${nameOf(id)}_back`
}
