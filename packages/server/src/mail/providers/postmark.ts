import { isUtf8 } from 'node:buffer'
import { ApiError } from '@courtcrier/contract/errors.ts'
import * as z from 'zod/mini'
import { CallProblem, CallRefusal } from './call-problem.ts'
import { areEqualSecrets } from './equal-secrets.ts'
import type { ReadCall } from './provider-call.ts'
import { openCallSecret } from './provider-mailbox.ts'
import { parseJson } from './sns-message.ts'

/** The user name in the address that Postmark calls; its password is the webhook secret. */
export const postmarkUser = 'courtcrier'

/** Nothing in a call says when it was made, so its ID is remembered for long. */
const rememberedMs = 90 * 24 * 60 * 60_000

const form = z.object({
  MessageID: z.string().check(z.regex(/^[\w-]{8,100}$/)),
  RawEmail: z.optional(z.string()),
})

/** Postmark signs nothing: its calls prove themselves by the password in the address (Postmark, "Inbound webhook"). */
export const readPostmarkCall: ReadCall = async (deps, mailbox, call) => {
  const secret = openCallSecret(mailbox, deps.services.secrets)
  // Before the body is read.
  if (!areEqualSecrets(credentialsIn(call.headers.authorization), `${postmarkUser}:${secret}`))
    throw new CallRefusal(
      'A call has no password, or not the one entered here. Compare it with the address at Postmark.',
    )
  const body = await call.readBody().catch((error: unknown) => {
    // The password has proven whose message it is.
    throw isTooLarge(error) ? new CallProblem('A message is larger than the firm accepts.', { cause: error }) : error
  })
  const read = form.safeParse(isUtf8(body) ? parseJson(body.toString('utf8')) : undefined)
  if (!read.success)
    throw new CallProblem(
      'Postmark calls with something else than inbound messages. Enter the address for inbound messages only.',
    )
  const { MessageID, RawEmail } = read.data
  if (!RawEmail)
    throw new CallProblem(
      'Postmark sends messages in parts, not as they are. Turn on "Include raw email content in JSON payload" there.',
    )
  return {
    kind: 'message',
    raw: Buffer.from(RawEmail, 'utf8'),
    key: MessageID,
    expiresAt: new Date(deps.now().getTime() + rememberedMs),
  }
}

function isTooLarge(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'too_large'
}

/** RFC 7617; empty if there are none. */
function credentialsIn(header = ''): string {
  const [, encoded = ''] = /^basic +([A-Za-z\d+/]{1,1000}={0,2})$/i.exec(header) ?? []
  return Buffer.from(encoded, 'base64').toString('utf8')
}
