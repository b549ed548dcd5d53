import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** A webhook call as received. */
export interface HeardCall {
  headers: IncomingHttpHeaders
  body: string
}

/** Returns the body of a call, verified as described in docs/webhooks.md. Throws when the signature is invalid. */
export function verifyCall<T>({ headers, body }: HeardCall, secret: string): T {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  const signature = createHmac('sha256', key).update(signed).digest('base64')
  if (headers['webhook-signature'] !== `v1,${signature}`) throw new Error('the signature is not that of the secret')
  return JSON.parse(body) as T
}
