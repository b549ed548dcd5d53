import type { CustomFetch } from 'openid-client'
import { type MailToken, requestToken } from './request-token.ts'
import type { MailSignIn } from './sign-in.ts'

/** A token that ends within this time, in milliseconds, is replaced before it is used. */
const marginMs = 2 * 60_000

/** Returns the token, and requests another only when it is about to end, or was refused. */
export function keepToken(settings: MailSignIn, fetch: CustomFetch): (isRefused?: boolean) => Promise<string> {
  let kept: MailToken | undefined
  return async (isRefused = false) => {
    if (isRefused || !kept || kept.endsAt - marginMs < Date.now()) kept = await requestToken(settings, fetch)
    return kept.accessToken
  }
}
