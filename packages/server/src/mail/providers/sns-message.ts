import { verify } from 'node:crypto'
import { findJsonExcess } from '@courtcrier/contract/json-excess.ts'
import * as z from 'zod/mini'
import { CallProblem, CallRefusal } from './call-problem.ts'
import { clockToleranceMs } from './provider-call.ts'
import type { SnsCertificates } from './sns-certificate.ts'
import { parseTopicArn, type SnsTopic } from './sns-topic.ts'

const form = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string().check(z.regex(/^[\da-f-]{36}$/)),
  TopicArn: z.string(),
  Subject: z.optional(z.string()),
  Message: z.string(),
  Timestamp: z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string().check(z.maxLength(2000)),
  SigningCertURL: z.string().check(z.maxLength(500)),
  SubscribeURL: z.optional(z.string().check(z.maxLength(2000))),
  Token: z.optional(z.string().check(z.maxLength(2000))),
})

/** A message of an SNS topic, as it is posted to an HTTPS endpoint. */
export type SnsMessage = z.output<typeof form>

/** How old a message may be: SNS repeats a call for at most an hour. */
export const snsAgeMs = 60 * 60_000

interface Verification {
  /** The ARN that the mailbox names. */
  topicArn: string | null
  certificates: SnsCertificates
  mailboxId: string
  now: Date
}

/**
 * Reads a message whose signature proves that it is the topic's, and recent (Amazon SNS, "Verifying the signatures of
 * Amazon SNS messages"). Throws a `CallRefusal` otherwise.
 */
export async function readSnsMessage(
  body: Buffer,
  { topicArn, certificates, mailboxId, now }: Verification,
): Promise<{ message: SnsMessage; topic: SnsTopic }> {
  const topic = parseTopicArn(topicArn ?? '')
  if (!topic) throw new CallProblem('The ARN of the topic is missing. Enter it.')
  const message = parse(body)
  if (message.TopicArn !== topic.arn) throw new CallRefusal('A message is of another topic than the one entered here.')
  const age = now.getTime() - Date.parse(message.Timestamp)
  // Also refuses a time that isn't any.
  if (!(age <= snsAgeMs + clockToleranceMs && age >= -clockToleranceMs))
    throw new CallRefusal("A message is older than an hour, or dated in the future. Check this server's clock.", {
      isPassing: age < -clockToleranceMs,
    })
  const { publicKey } = await certificates.find(message.SigningCertURL, { topic, mailboxId })
  const hash = message.SignatureVersion === '1' ? 'sha1' : 'sha256'
  const isSigned = verify(hash, Buffer.from(signedText(message)), publicKey, Buffer.from(message.Signature, 'base64'))
  if (!isSigned) throw new CallRefusal('The signature of a message is not that of Amazon SNS.')
  return { message, topic }
}

function parse(body: Buffer): SnsMessage {
  const text = body.toString('utf8')
  if (findJsonExcess(text)) throw new CallRefusal('A call is no message of Amazon SNS.')
  const read = form.safeParse(parseJson(text))
  if (!read.success)
    throw new CallRefusal('A call is no message of Amazon SNS. Turn off raw message delivery for the subscription.')
  return read.data
}

/** Returns undefined for a text that isn't JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The form says that it isn't what is expected.
    return undefined
  }
}

const signedParts = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

/** What a message's signature covers: names and values, each with a line feed; a subject only if there is one. */
function signedText(message: SnsMessage): string {
  return signedParts[message.Type]
    .flatMap((name) => (message[name] === undefined ? [] : [`${name}\n${message[name]}\n`]))
    .join('')
}
