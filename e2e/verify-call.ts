import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** What a receiver of a webhook got. */
export interface HeardCall {
  headers: IncomingHttpHeaders
  body: string
}

/** The body of a call, verified as docs/webhooks.md says it is to be. Throws when the signature is not ours. */
export function verifyCall<T>({ headers, body }: HeardCall, secret: string): T {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  if (headers['webhook-signature'] !== `v1,${signature}`) throw new Error('the signature is not that of the secret')
  return JSON.parse(body) as T
}
