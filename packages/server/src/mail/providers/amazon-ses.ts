import * as z from 'zod/mini'
import { CallProblem, CallRefusal } from './call-problem.ts'
import { type CallContent, clockToleranceMs, type ReadCall } from './provider-call.ts'
import { openAccessKey, type ProviderMailbox } from './provider-mailbox.ts'
import { readS3Object } from './s3-object.ts'
import { parseJson, readSnsMessage, type SnsMessage, snsAgeMs } from './sns-message.ts'
import { type SnsTopic, urlAtTopic } from './sns-topic.ts'

/** Amazon SES by an SNS topic: the topic's messages, of which those of a receipt rule have an email in them. */
export const readSesCall: ReadCall = async (deps, mailbox, call) => {
  const { topicArn } = mailbox
  const body = await call.readBody()
  const { certificates } = deps
  const proof = { topicArn, certificates, mailboxId: mailbox.id, now: deps.now() }
  const { message, topic } = await readSnsMessage(body, proof)
  if (message.Type === 'SubscriptionConfirmation') return confirm(message, topic, deps.fetch)
  if (message.Type === 'UnsubscribeConfirmation')
    throw new CallProblem('The subscription of this address to the topic was ended. Subscribe it again.')
  const received = readNotification(message)
  // The topic may have other messages too, such as that it was set up.
  if (!received) return { kind: 'ignored' }
  const raw = rawOf(received) ?? (await readSaved(received, { deps, mailbox, topic, hold: call.hold }))
  const expiresAt = new Date(Date.parse(message.Timestamp) + snsAgeMs + 2 * clockToleranceMs)
  return { kind: 'message', raw, key: message.MessageId, expiresAt }
}

/** Follows the link of a signed confirmation, which is at the topic's own host. */
async function confirm(
  { SubscribeURL = '' }: SnsMessage,
  topic: SnsTopic,
  fetch: Parameters<ReadCall>[0]['fetch'],
): Promise<CallContent> {
  const url = urlAtTopic(SubscribeURL, topic)
  const isConfirmation = url?.pathname === '/' && url.searchParams.get('Action') === 'ConfirmSubscription'
  if (!isConfirmation || url.searchParams.get('TopicArn') !== topic.arn)
    throw new CallRefusal('The confirmation of a subscription leads elsewhere than to its topic.')
  const answer = await fetch(url.href, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' }).catch(
    (cause: unknown) => {
      throw new CallProblem(`${topic.host} could not be reached to confirm the subscription.`, { cause })
    },
  )
  if (answer.status !== 200)
    throw new CallProblem(
      `Amazon SNS did not confirm the subscription (${answer.status}). Request the confirmation again there.`,
    )
  return { kind: 'confirmed' }
}

const announcement = z.object({ notificationType: z.literal('Received') })

/** A value of another form than the documented one counts as one that isn't there: the email may be there all the same. */
const text = (longest: number) => z.catch(z.optional(z.string().check(z.maxLength(longest))), undefined)

const noAction = { type: undefined, encoding: undefined, bucketName: undefined, objectKey: undefined }
const action = z.object({ type: text(100), encoding: text(100), bucketName: text(100), objectKey: text(1100) })
const notification = z.object({
  receipt: z.catch(z.object({ action: z.catch(action, noAction) }), { action: noAction }),
  content: z.catch(z.optional(z.string()), undefined),
})

type Notification = z.output<typeof notification>

/** Returns what announces an email; undefined for anything else. What announces one is never ignored, whatever its form. */
function readNotification({ Message }: SnsMessage): Notification | undefined {
  const said = parseJson(Message)
  return announcement.safeParse(said).success ? notification.parse(said) : undefined
}

/** Returns the email in a notification, as it was sent; undefined if it isn't there. */
function rawOf({ content, receipt: { action } }: Notification): Buffer | undefined {
  if (content === undefined) return undefined
  const { encoding } = action
  // Headers have colons, and base64 has none.
  const isBase64 = encoding === undefined ? !content.includes(':') : encoding.toUpperCase() === 'BASE64'
  return Buffer.from(content, isBase64 ? 'base64' : 'utf8')
}

interface SesCall {
  deps: Parameters<ReadCall>[0]
  mailbox: ProviderMailbox
  topic: SnsTopic
  hold: Parameters<ReadCall>[2]['hold']
}

/** Reads a message that the receipt rule saved in S3, with the mailbox's own access key. */
async function readSaved({ receipt: { action } }: Notification, { deps, mailbox, topic, hold }: SesCall) {
  const { type, bucketName: bucket, objectKey: key } = action
  if (type !== 'S3' || bucket === undefined || key === undefined)
    throw new CallProblem(
      'The topic announces messages without their content. Use the action "Publish to Amazon SNS topic" in the receipt rule, with the encoding Base64.',
    )
  const accessKey = openAccessKey(mailbox, deps.services.secrets)
  if (!accessKey)
    throw new CallProblem(
      `The receipt rule saves messages in S3, and this mailbox has no access key to read them there. Enter one for the bucket "${bucket}", or add the action "Publish to Amazon SNS topic" with the encoding Base64.`,
    )
  return readS3Object({ bucket, key }, { topic, accessKey, open: deps.open, hold, now: deps.now() })
}
