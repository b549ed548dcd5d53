import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'

/** A message as a channel shows it. */
interface ChannelMessage {
  path: string
  body: unknown
  /** Every text in it, in order. */
  texts: readonly string[]
  links: readonly string[]
}

/** A stand-in for chat services, at `/slack/…` and `/teams/…`. */
export interface ChatServer {
  url: (path: string) => string
  /** Messages that were accepted, in order. */
  messages: ChannelMessage[]
  /** Every request, accepted or not. */
  calls: string[]
  /** Replaces what the service does; undefined for as usual. */
  answer: RequestListener | undefined
  close: () => Promise<void>
}

/** Starts a server that accepts only what Slack's and Teams' own pages document. For tests. */
export async function openChatServer(): Promise<ChatServer> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    chat.calls.push(path)
    if (chat.answer) return chat.answer(request, response)
    const isSlack = path.startsWith('/slack')
    const shape = isSlack ? slackMessage : teamsMessage
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString())
    const isJson = request.headers['content-type']?.startsWith('application/json')
    if (request.method !== 'POST' || !isJson || !shape.safeParse(body).success)
      return response.writeHead(400).end(isSlack ? 'invalid_payload' : '{"error":{"code":"InvalidRequestContent"}}')
    chat.messages.push({ path, body, ...contentsOf(body) })
    return isSlack ? response.end('ok') : response.writeHead(202).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const chat: ChatServer = {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    messages: [],
    calls: [],
    answer: undefined,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return chat
}

const upTo = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const plainText = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: upTo(most), emoji: z.boolean() })
const markedText = z.strictObject({ type: z.literal('mrkdwn'), text: upTo(3000) })

/** docs.slack.dev: incoming webhooks, and the limits of header and section blocks. */
const slackMessage = z.strictObject({
  text: upTo(3000),
  unfurl_links: z.boolean(),
  unfurl_media: z.boolean(),
  blocks: z
    .array(
      z.union([
        z.strictObject({ type: z.literal('header'), text: plainText(150) }),
        z.strictObject({ type: z.literal('section'), text: z.union([plainText(3000), markedText]) }),
      ]),
    )
    .check(z.minLength(1), z.maxLength(50)),
})

const textRun = z.strictObject({
  type: z.literal('TextRun'),
  text: upTo(3000),
  weight: z.optional(z.enum(['Lighter', 'Default', 'Bolder'])),
  size: z.optional(z.enum(['Small', 'Default', 'Medium', 'Large', 'ExtraLarge'])),
})

/** learn.microsoft.com: "Post to a channel when a webhook request is received", and the schema of adaptive cards 1.4. */
const teamsMessage = z.strictObject({
  type: z.literal('message'),
  attachments: z
    .array(
      z.strictObject({
        contentType: z.literal('application/vnd.microsoft.card.adaptive'),
        contentUrl: z.null(),
        content: z.strictObject({
          $schema: z.literal('http://adaptivecards.io/schemas/adaptive-card.json'),
          type: z.literal('AdaptiveCard'),
          version: z.literal('1.4'),
          body: z
            .array(z.strictObject({ type: z.literal('RichTextBlock'), inlines: z.array(textRun) }))
            .check(z.minLength(1)),
          actions: z.array(
            z.strictObject({
              type: z.literal('Action.OpenUrl'),
              title: upTo(200),
              url: z.url({ protocol: /^https?$/ }),
            }),
          ),
        }),
      }),
    )
    .check(z.length(1)),
})

/** Returns the texts and links anywhere in a message. */
function contentsOf(body: unknown): Pick<ChannelMessage, 'texts' | 'links'> {
  const texts: string[] = []
  const links: string[] = []
  const visit = (value: unknown, key = ''): void => {
    if (typeof value === 'string') {
      if (key === 'text') texts.push(value)
      if (key === 'url') links.push(value)
      if (key === 'text') links.push(...[...value.matchAll(/<([^|>]+)\|/g)].map(([, link]) => link ?? ''))
      return
    }
    if (typeof value === 'object' && value !== null)
      for (const [name, each] of Object.entries(value)) visit(each, Array.isArray(value) ? key : name)
  }
  visit(body)
  return { texts, links }
}
