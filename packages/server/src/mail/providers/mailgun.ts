import { createHmac, timingSafeEqual } from 'node:crypto'
import { CallProblem, CallRefusal } from './call-problem.ts'
import { type FormFields, readForm } from './form-fields.ts'
import { clockToleranceMs, type ReadCall } from './provider-call.ts'
import { openCallSecret } from './provider-mailbox.ts'

/** How old a call may be: Mailgun repeats one for eight hours, and doesn't say whether it signs each time. */
const ageMs = 12 * 60 * 60_000

/**
 * Mailgun's route to an address that ends with `mime`. Its signature covers the time and the token, not the message: the
 * encrypted connection protects that, and a token brings one message only (Mailgun, "Securing Webhooks").
 */
export const readMailgunCall: ReadCall = async (deps, mailbox, call) => {
  const secret = openCallSecret(mailbox, deps.services.secrets)
  const fields = readForm(await call.readBody(), call.headers['content-type'] ?? '')
  if (!fields) throw new CallRefusal('A call is no form of Mailgun.')
  const { timestamp, token } = demandSigned(fields, secret)
  const age = deps.now().getTime() - timestamp
  if (age > ageMs + clockToleranceMs || age < -clockToleranceMs)
    throw new CallRefusal("A call is older than twelve hours, or dated in the future. Check this server's clock.")
  const raw = fields.get('body-mime')
  if (!raw)
    throw new CallProblem(
      'Mailgun sends messages in parts, not as they are. Enter the address in its route as it is shown here, with /mime at its end.',
    )
  return { kind: 'message', raw, key: token, expiresAt: new Date(timestamp + ageMs + 2 * clockToleranceMs) }
}

/** In bytes, each of which may be escaped. */
const longestOfProof = 300

function demandSigned(fields: FormFields, secret: string): { timestamp: number; token: string } {
  // Nothing is proven yet, so no more is decoded than any of them has.
  const text = (name: string) => fields.get(name, longestOfProof)?.toString('latin1') ?? ''
  const [timestamp, token, signature] = [text('timestamp'), text('token'), text('signature')]
  const isWhole = /^\d{9,11}$/.test(timestamp) && /^[\w-]{16,100}$/.test(token) && /^[\da-f]{64}$/i.test(signature)
  const right = createHmac('sha256', secret).update(`${timestamp}${token}`).digest()
  if (!isWhole || !timingSafeEqual(right, Buffer.from(signature, 'hex')))
    throw new CallRefusal(
      'The signature of a call is not of the signing key entered here. Compare it with the HTTP webhook signing key at Mailgun.',
    )
  return { timestamp: Number(timestamp) * 1000, token }
}
