import type { TokenServer } from './token-server.ts'

/** Asks the server that gave a token whether it counts, and whose it is (RFC 7662). */
export async function readToken(
  { introspectionUrl }: Pick<TokenServer, 'introspectionUrl'>,
  token: string,
): Promise<{ active: boolean; username?: string }> {
  const { username, password, href } = partsOf(introspectionUrl)
  const answer = await fetch(href, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    body: new URLSearchParams({ token }),
  })
  return (await answer.json()) as { active: boolean; username?: string }
}

/** `fetch` takes no address with a password. */
function partsOf(address: string): { href: string; username: string; password: string } {
  const url = new URL(address)
  return { username: url.username, password: url.password, href: `${url.origin}${url.pathname}` }
}
