import type { IncomingHttpHeaders } from 'node:http'
import { type GraphMailbox, type GraphMessage, headerOf } from './graph-mailbox.ts'
import type { SentMail } from './graph-server.ts'

/** A request to the stand-in. `what` is its method and its path below the mailbox. */
export interface MailAsk {
  what: string
  at: URL
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface Answer {
  status: number
  json?: unknown
  mime?: Buffer
}

interface Answering {
  mailbox: GraphMailbox
  sent: SentMail[]
  uploads: Map<string, { messageId: string; name: string; size: number; parts: Buffer[] }>
  url: string
  uploadsUrl: string
  address: string
  pageSize: number
}

type Handler = (answering: Answering, parts: { [name: string]: string }, ask: MailAsk) => Answer

const routes: readonly (readonly [RegExp, Handler])[] = [
  [/^GET \/mailFolders$/, (all, _, ask) => listFolders(all, undefined, ask)],
  [/^GET \/mailFolders\/(?<id>[^/]+)$/, (all, { id = '' }) => folderAnswer(all, id)],
  [/^GET \/mailFolders\/(?<id>[^/]+)\/childFolders$/, (all, { id = '' }, ask) => listFolders(all, folderId(id), ask)],
  [/^POST \/mailFolders(?:\/(?<id>[^/]+)\/childFolders)?$/, makeFolder],
  [/^GET \/mailFolders\/(?<id>[^/]+)\/messages$/, countMessages],
  [/^GET \/mailFolders\/(?<id>[^/]+)\/messages\/delta$/, delta],
  [/^GET \/messages$/, findByMessageId],
  [
    /^GET \/messages\/(?<id>[^/]+)\/\$value$/,
    (all, { id = '' }) => withMessage(all, id, ({ mime }) => ({ status: 200, mime })),
  ],
  [/^PATCH \/messages\/(?<id>[^/]+)$/, markRead],
  [/^POST \/messages\/(?<id>[^/]+)\/move$/, move],
  [/^DELETE \/messages\/(?<id>[^/]+)$/, remove],
  [/^POST \/sendMail$/, sendMail],
  [/^POST \/messages$/, makeDraft],
  [/^POST \/messages\/(?<id>[^/]+)\/attachments$/, attach],
  [/^POST \/messages\/(?<id>[^/]+)\/attachments\/createUploadSession$/, openUpload],
  [/^POST \/messages\/(?<id>[^/]+)\/send$/, sendDraft],
  [/^PUT \/upload\/(?<id>[^/]+)$/, takePart],
]

/** Answers as Graph does, from the mailbox. */
export function answerMail(answering: Answering, ask: MailAsk): Answer {
  if (ask.what.includes('/v1.0/users/')) return refusal(404, 'ErrorInvalidUser')
  for (const [pattern, handle] of routes) {
    const found = pattern.exec(ask.what)
    if (found) return handle(answering, { ...found.groups } as { [name: string]: string }, ask)
  }
  return refusal(400, 'BadRequest')
}

function refusal(status: number, code: string): Answer {
  return { status, json: { error: { code, message: `The request is refused: ${code}.` } } }
}

/** Graph knows the folders that every mailbox has by names of its own. */
function folderId(id: string): string {
  return ['inbox', 'drafts', 'sentitems', 'archive'].includes(id) ? `id-of-${id}` : id
}

function listFolders({ mailbox, address, url }: Answering, parentId: string | undefined, { at }: MailAsk): Answer {
  const all = mailbox.folders.filter((folder) => folder.parentId === parentId)
  const skip = Number(at.searchParams.get('$skip') ?? 0)
  const page = all.slice(skip, skip + 3)
  const rest = new URL(`${at.pathname}?$skip=${skip + 3}`, url).href
  const json = { '@odata.context': address, value: page.map((each) => withCount(mailbox, each)) }
  return { status: 200, json: skip + 3 < all.length ? { ...json, '@odata.nextLink': rest } : json }
}

function withCount({ folders, messages }: GraphMailbox, folder: GraphMailbox['folders'][number]) {
  return {
    ...folder,
    totalItemCount: messages.filter((each) => each.folderId === folder.id).length,
    childFolderCount: folders.filter((each) => each.parentId === folder.id).length,
  }
}

function folderAnswer({ mailbox }: Answering, id: string): Answer {
  const found = mailbox.folders.find((folder) => folder.id === folderId(id))
  return found ? { status: 200, json: withCount(mailbox, found) } : refusal(404, 'ErrorItemNotFound')
}

function makeFolder({ mailbox }: Answering, { id }: { [name: string]: string }, { body }: MailAsk): Answer {
  const { displayName } = JSON.parse(String(body))
  return { status: 201, json: withCount(mailbox, mailbox.addFolder(displayName, id && folderId(id))) }
}

function countMessages({ mailbox }: Answering, { id = '' }: { [name: string]: string }, { at }: MailAsk): Answer {
  const from = /receivedDateTime ge (\S+)/.exec(at.searchParams.get('$filter') ?? '')?.[1] ?? ''
  const found = mailbox.messages.filter(
    (each) => each.folderId === folderId(id) && Date.parse(each.receivedDateTime) >= Date.parse(from),
  )
  return {
    status: 200,
    json: { '@odata.count': found.length, value: found.slice(0, 1).map((each) => ({ id: each.id })) },
  }
}

/** The whole folder first, then what changed; a token says from which moment to which. */
function delta(
  { mailbox, url, pageSize }: Answering,
  { id = '' }: { [name: string]: string },
  { at, headers }: MailAsk,
): Answer {
  if (!mailbox.folders.some((folder) => folder.id === folderId(id))) return refusal(404, 'ErrorItemNotFound')
  const token = at.searchParams.get('$deltatoken') ?? at.searchParams.get('$skiptoken') ?? '0'
  const [from = 0, until = mailbox.now(), start = from] = token.split('-').map(Number)
  const asked = Number(/odata\.maxpagesize=(\d+)/.exec(String(headers.prefer))?.[1] ?? 10)
  const all = mailbox.changes(folderId(id), start, until).filter((each) => each.changed > from)
  const page = all.slice(0, Math.min(asked, pageSize))
  const last = page.at(-1)
  const link = (query: string) => `${url}${at.pathname}?${query}`
  const value = page.map((each) =>
    'receivedDateTime' in each
      ? { id: each.id, receivedDateTime: each.receivedDateTime }
      : { id: each.id, '@removed': { reason: 'deleted' } },
  )
  return {
    status: 200,
    json:
      last && all.length > page.length
        ? { value, '@odata.nextLink': link(`$skiptoken=${last.changed}-${until}-${start}`) }
        : { value, '@odata.deltaLink': link(`$deltatoken=${until}`) },
  }
}

function findByMessageId({ mailbox }: Answering, _: object, { at }: MailAsk): Answer {
  const wanted = /internetMessageId eq '(.*)'/.exec(at.searchParams.get('$filter') ?? '')?.[1]
  const found = mailbox.messages.filter(({ internetMessageId }) => internetMessageId === wanted)
  return { status: 200, json: { value: found.map(({ id, isDraft }) => ({ id, isDraft })) } }
}

function withMessage({ mailbox }: Answering, id: string, run: (message: GraphMessage) => Answer): Answer {
  const found = mailbox.find(id)
  return found ? run(found) : refusal(404, 'ErrorItemNotFound')
}

function markRead(all: Answering, { id = '' }: { [name: string]: string }, { body }: MailAsk): Answer {
  return withMessage(all, id, (message) => {
    all.mailbox.change(message, { isRead: JSON.parse(String(body)).isRead })
    return { status: 200, json: { id } }
  })
}

function move(all: Answering, { id = '' }: { [name: string]: string }, { body }: MailAsk): Answer {
  return withMessage(all, id, (message) => {
    all.mailbox.move(message, folderId(JSON.parse(String(body)).destinationId))
    return { status: 201, json: { id } }
  })
}

function remove(all: Answering, { id = '' }: { [name: string]: string }): Answer {
  return withMessage(all, id, (message) => {
    all.mailbox.remove(message)
    return { status: 204 }
  })
}

const mostOfRequest = 4 * 1024 * 1024

function mimeOf({ body, headers }: MailAsk): Buffer | undefined {
  if (headers['content-type'] !== 'text/plain') return undefined
  const mime = Buffer.from(String(body), 'base64')
  return mime.includes(':') ? mime : undefined
}

function sendMail({ mailbox, sent }: Answering, _: object, ask: MailAsk): Answer {
  if (ask.body.length > mostOfRequest) return refusal(413, 'RequestEntityTooLarge')
  const mime = mimeOf(ask)
  if (!mime) return refusal(400, 'ErrorMimeContentInvalidBase64String')
  if (headerOf(mime, 'To').includes('nowhere')) return refusal(400, 'ErrorInvalidRecipients')
  mailbox.add('id-of-sentitems', mime, { isRead: true })
  sent.push({ mime, files: [] })
  return { status: 202 }
}

function makeDraft({ mailbox }: Answering, _: object, ask: MailAsk): Answer {
  if (ask.body.length > mostOfRequest) return refusal(413, 'RequestEntityTooLarge')
  const mime = mimeOf(ask)
  if (!mime) return refusal(400, 'ErrorMimeContentInvalidBase64String')
  const { id } = mailbox.add('id-of-drafts', mime, { isDraft: true })
  return { status: 201, json: { id, isDraft: true } }
}

function attach(all: Answering, { id = '' }: { [name: string]: string }, { body }: MailAsk): Answer {
  if (body.length > mostOfRequest) return refusal(413, 'RequestEntityTooLarge')
  return withMessage(all, id, ({ attachments }) => {
    const { name, contentBytes } = JSON.parse(String(body))
    attachments.push({ name, bytes: Buffer.from(contentBytes, 'base64') })
    return { status: 201, json: { id: name } }
  })
}

function openUpload(all: Answering, { id = '' }: { [name: string]: string }, { body }: MailAsk): Answer {
  return withMessage(all, id, () => {
    const { name, size } = JSON.parse(String(body)).AttachmentItem
    const key = `session-${all.uploads.size}`
    all.uploads.set(key, { messageId: id, name, size, parts: [] })
    return { status: 201, json: { uploadUrl: `${all.uploadsUrl}/upload/${key}`, nextExpectedRanges: ['0-'] } }
  })
}

function takePart(all: Answering, { id = '' }: { [name: string]: string }, { body, headers }: MailAsk): Answer {
  const upload = all.uploads.get(id)
  if (!upload || headers.authorization !== undefined || body.length > mostOfRequest) return refusal(400, 'BadRequest')
  const had = upload.parts.reduce((sum, part) => sum + part.length, 0)
  const expected = `bytes ${had}-${had + body.length - 1}/${upload.size}`
  if (headers['content-range'] !== expected) return refusal(416, 'InvalidRange')
  upload.parts.push(body)
  if (had + body.length < upload.size) return { status: 200, json: { nextExpectedRanges: [`${had + body.length}-`] } }
  return withMessage(all, upload.messageId, ({ attachments }) => {
    attachments.push({ name: upload.name, bytes: Buffer.concat(upload.parts) })
    return { status: 201 }
  })
}

function sendDraft(all: Answering, { id = '' }: { [name: string]: string }): Answer {
  return withMessage(all, id, (message) => {
    all.mailbox.change(message, { isDraft: false, folderId: 'id-of-sentitems' })
    all.sent.push({ mime: message.mime, files: message.attachments })
    return { status: 202 }
  })
}
