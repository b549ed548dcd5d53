import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, answerMail, type MailAsk } from './graph-answers.ts'
import { type GraphMailbox, openGraphMailbox } from './graph-mailbox.ts'
import { openGraphSubscriptions } from './graph-subscriptions.ts'
import type { TokenServer } from './token-server.ts'

/** A stand-in for Microsoft Graph with one mailbox, which answers as Microsoft's documentation says. */
export interface GraphServer extends GraphMailbox {
  url: string
  /** What was sent by it: the whole message, and the files that were attached to a draft. */
  sent: SentMail[]
  /** Every request: its method and path, and whether a token came with it. */
  requests: { what: string; hasToken: boolean }[]
  /** Answers the next requests that match instead; undefined lets them pass. */
  interfere: (fault: Fault | undefined) => void
  /** Who is called when something is new. */
  bell: ReturnType<typeof openGraphSubscriptions>
  deliver: (mime: string, more?: { receivedDateTime?: string; folderId?: string }) => string
  stop: () => Promise<void>
}

export interface SentMail {
  mime: Buffer
  files: { name: string; bytes: Buffer }[]
}

/** Returns what is answered instead; `hangUp` ends the connection, before or after the request was carried out. */
type Fault = (what: string) => FaultAnswer | undefined
export type FaultAnswer =
  | { status: number; code?: string; message?: string; headers?: Record<string, string>; text?: string }
  | 'hangUp'
  | 'hangUpAfterwards'

interface GraphServerOptions {
  address: string
  tokens: TokenServer
  /** Entries of a page, whatever is asked for. */
  pageSize?: number
}

export async function startGraphServer({ address, tokens, pageSize = 3 }: GraphServerOptions): Promise<GraphServer> {
  const mailbox = openGraphMailbox()
  const bell = openGraphSubscriptions(address)
  const sent: SentMail[] = []
  const requests: GraphServer['requests'] = []
  const uploads = new Map<string, { messageId: string; name: string; size: number; parts: Buffer[] }>()
  let fault: Fault | undefined
  const graph = createServer()
  const files = createServer()
  const [url, uploadsUrl] = await Promise.all([listen(graph), listen(files)])
  const answering = { mailbox, sent, uploads, url, uploadsUrl, address, pageSize }
  const serve = async (request: IncomingMessage, response: ServerResponse, isGraph: boolean) => {
    const body = await readAll(request)
    const { method = '', headers } = request
    const at = new URL(request.url ?? '', url)
    const what = `${method} ${decodeURIComponent(at.pathname).replace(`/v1.0/users/${address}`, '')}`
    requests.push({ what, hasToken: headers.authorization !== undefined })
    const instead = fault?.(what)
    if (instead === 'hangUp') return void request.socket.destroy()
    if (instead && instead !== 'hangUpAfterwards') return sendFault(response, instead)
    if (isGraph && !(await isGiven(tokens, headers.authorization)))
      return sendFault(response, { status: 401, code: 'InvalidAuthenticationToken' })
    const ask: MailAsk = { what, at, headers, body }
    const isAboutBell = at.pathname.startsWith('/v1.0/subscriptions')
    const answer: Answer = isAboutBell ? await bell.answer(ask) : answerMail(answering, ask)
    if (instead === 'hangUpAfterwards') return void request.socket.destroy()
    response.writeHead(answer.status, { 'content-type': answer.mime ? 'text/plain' : 'application/json' })
    response.end(answer.mime ?? (answer.json === undefined ? '' : JSON.stringify(answer.json)))
  }
  const start = (server: Server, isGraph: boolean) =>
    server.on('request', (request, response) => {
      serve(request, response, isGraph).catch((error: unknown) =>
        sendFault(response, { status: 500, message: String(error) }),
      )
    })
  start(graph, true)
  start(files, false)
  return {
    ...mailbox,
    ...{ url, sent, requests, bell },
    interfere: (next) => {
      fault = next
    },
    deliver: (mime, { folderId = 'id-of-inbox', ...more } = {}) => {
      const { id } = mailbox.add(folderId, Buffer.from(mime), more)
      void bell.notify(folderId, id)
      return id
    },
    stop: async () => {
      for (const server of [graph, files]) {
        server.closeAllConnections()
        await new Promise((resolve) => server.close(resolve))
      }
    },
  }
}

function sendFault(response: ServerResponse, fault: Exclude<FaultAnswer, string>): void {
  const { status, code = 'ErrorInternalServerError', message = 'Something is wrong.', headers = {}, text } = fault
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(text ?? JSON.stringify({ error: { code, message } }))
}

/** Asks the server that gave the token (RFC 7662). */
async function isGiven({ introspectionUrl }: TokenServer, authorization = ''): Promise<boolean> {
  const url = new URL(introspectionUrl)
  const login = Buffer.from(`${url.username}:${url.password}`).toString('base64')
  const { active } = (await (
    await fetch(`${url.origin}${url.pathname}`, {
      method: 'POST',
      headers: { authorization: `Basic ${login}`, 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: authorization.replace(/^Bearer /, '') }).toString(),
    })
  ).json()) as { active?: boolean }
  return active === true
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
