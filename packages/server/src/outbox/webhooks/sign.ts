import { createHmac, randomBytes } from 'node:crypto'
import { messageName, type WebhookType } from '../../records/happenings/payload.ts'

const prefix = 'whsec_'

/** An unguessable secret in the format of Standard Webhooks. */
export function makeSigningSecret(): string {
  return `${prefix}${randomBytes(32).toString('base64')}`
}

/** Whether a secret can be used for signing: one with the prefix of Standard Webhooks must continue in base64. */
export function isSigningSecret(secret: string): boolean {
  if (!secret.startsWith(prefix)) return secret !== ''
  const key = secret.slice(prefix.length)
  return key !== '' && Buffer.from(key, 'base64').toString('base64') === key
}

/** The headers by which the receiver verifies a call. A secret without the prefix is used as the key as is. */
export function signatureHeaders(
  body: string,
  { type, secret, messageId, now }: { type: WebhookType; secret: string; messageId: string; now: Date },
): Readonly<Record<string, string>> {
  if (type === 'BOOMI')
    return { 'x-courtcrier-signature': `sha256=${createHmac('sha256', secret).update(body, 'utf8').digest('hex')}` }
  const name = messageName(messageId)
  const key = secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret, 'utf8')
  const time = String(Math.floor(now.getTime() / 1000))
  // As specified at standardwebhooks.com: `v1,` and the base64 of the HMAC-SHA256 of `id.timestamp.body`.
  const signature = createHmac('sha256', key).update(`${name}.${time}.${body}`, 'utf8').digest('base64')
  return { 'webhook-id': name, 'webhook-timestamp': time, 'webhook-signature': `v1,${signature}` }
}

/** The headers as the log stores them: without anything made with the secret. */
export function redactHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const pairs = Object.entries(headers).map(([name, value]) => [
    name,
    name.includes('signature') ? '(not saved)' : value,
  ])
  return Object.fromEntries(pairs)
}
