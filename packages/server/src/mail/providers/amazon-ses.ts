import * as z from 'zod/mini'
import { CallProblem, CallRefusal } from './call-problem.ts'
import { type CallContent, clockToleranceMs, type ReadCall } from './provider-call.ts'
import { parseJson, readSnsMessage, type SnsMessage, snsAgeMs } from './sns-message.ts'
import { type SnsTopic, urlAtTopic } from './sns-topic.ts'

/** Amazon SES by an SNS topic: the topic's messages, of which those of a receipt rule have an email in them. */
export const readSesCall: ReadCall = async (deps, mailbox, call) => {
  const { topicArn } = mailbox
  const body = await call.readBody()
  const { message, topic } = await readSnsMessage(body, { topicArn, certificates: deps.certificates, now: deps.now() })
  if (message.Type === 'SubscriptionConfirmation') return confirm(message, topic, deps.fetch)
  if (message.Type === 'UnsubscribeConfirmation')
    throw new CallProblem('The subscription of this address to the topic was ended. Subscribe it again.')
  return contentOf(message)
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

const notification = z.object({
  notificationType: z.literal('Received'),
  receipt: z.object({
    action: z.object({ type: z.string(), encoding: z.optional(z.string()) }),
  }),
  content: z.optional(z.string()),
})

function contentOf({ Message, MessageId, Timestamp }: SnsMessage): CallContent {
  const read = notification.safeParse(parseJson(Message))
  // The topic may have other messages too, such as that it was set up.
  if (!read.success) return { kind: 'ignored' }
  const { content, receipt } = read.data
  if (content === undefined) throw new CallProblem(sentenceFor(receipt.action.type))
  const { encoding } = receipt.action
  // Headers have colons, and base64 has none.
  const isBase64 = encoding === undefined ? !content.includes(':') : encoding.toUpperCase() === 'BASE64'
  return {
    kind: 'message',
    raw: Buffer.from(content, isBase64 ? 'base64' : 'utf8'),
    key: MessageId,
    expiresAt: new Date(Date.parse(Timestamp) + snsAgeMs + 2 * clockToleranceMs),
  }
}

function sentenceFor(action: string): string {
  if (action === 'S3')
    return 'The receipt rule saves messages in S3, from where they are not received. Add the action "Publish to Amazon SNS topic" with the encoding Base64.'
  return 'The topic announces messages without their content. Use the action "Publish to Amazon SNS topic" in the receipt rule, with the encoding Base64.'
}
