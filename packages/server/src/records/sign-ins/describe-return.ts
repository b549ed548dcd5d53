/** What the service said when it sent the browser back without a code (RFC 6749, section 4.1.2.1). */
export interface RefusedReturn {
  code: string
  said: string
}

/** Reads the answer that a browser brought back: the code, or why there is none. */
export function readReturn(parameters: URLSearchParams): { code: string } | { refused: RefusedReturn } {
  const code = parameters.get('code')
  if (code) return { code }
  return {
    refused: { code: parameters.get('error') || 'no code', said: parameters.get('error_description') ?? '' },
  }
}

/** Says why a service sent the browser back without a code, and what to do about it. */
export function describeReturn(
  { code, said }: RefusedReturn,
  { provider, redirectUri }: { provider: string; redirectUri: string },
): string {
  if (code === 'access_denied')
    return `The sign-in was canceled, or ${provider} doesn't let this account use the application. Nothing was changed.`
  if (/redirect/i.test(code) || /redirect/i.test(said))
    return `${provider} doesn't know the redirect URL. Register exactly ${redirectUri} for the application there.`
  const line =
    said
      .split(/[\r\n]/, 1)[0]
      ?.slice(0, 300)
      .replace(/\.$/, '') ?? ''
  return line === ''
    ? `${provider} refused the sign-in (${code}). Nothing was changed.`
    : `${provider} refused the sign-in (${code}): ${line}. Nothing was changed.`
}
