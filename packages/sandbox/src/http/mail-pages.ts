import type { MailStore } from '../mailbox/mail-store.ts'
import { liveScript, styles } from './mail-assets.ts'
import { mailList, mailListPage, mailPage, mailSandbox, missingPage } from './mail-html.ts'
import { type Exchange, sendContent } from './reply.ts'

interface MailPages {
  store: MailStore
  /** Where the demo shows documents saved to a DMS; the list of emails leads there. */
  dmsUrl?: string | undefined
}

type Route = (pages: MailPages, exchange: Exchange, match: RegExpExecArray) => Promise<void>

const routes: readonly (readonly [path: RegExp, route: Route])[] = [
  [/^\/$/, async (_pages, { response }) => void response.writeHead(302, { location: '/mail' }).end()],
  [/^\/mail$/, showList],
  [/^\/mail\/list$/, showRows],
  [
    /^\/mail\/style\.css$/,
    async (_pages, { response }) => sendContent(response, { contentType: 'text/css', body: styles }),
  ],
  [
    /^\/mail\/live\.js$/,
    async (_pages, { response }) => sendContent(response, { contentType: 'text/javascript', body: liveScript }),
  ],
  [/^\/mail\/(\d+)$/, showMail],
  [/^\/mail\/(\d+)\/html$/, showHtml],
  [/^\/mail\/(\d+)\/raw$/, download],
  [/^\/mail\/(\d+)\/attachments\/(\d+)$/, downloadAttachment],
]

/** Pages are our own markup with one style sheet and one script. */
const pagePolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'"
/**
 * A captured email is someone else's markup: no scripts, no forms, no network; inline styles and inline pictures only.
 */
const mailPolicy = `sandbox ${mailSandbox}; default-src 'none'; style-src 'unsafe-inline'; img-src data:`

/** Answers a request for the pages of captured mail. Returns false if it isn't one. */
export async function answerMailPages(pages: MailPages, exchange: Exchange): Promise<boolean> {
  if (exchange.request.method !== 'GET') return false
  for (const [path, route] of routes) {
    const match = path.exec(exchange.url.pathname)
    if (match === null) continue
    await route(pages, exchange, match)
    return true
  }
  return false
}

async function showList({ store, dmsUrl }: MailPages, { response, url }: Exchange): Promise<void> {
  const query = url.searchParams.get('q') ?? ''
  sendPage(response, mailListPage(await store.list(), { query, dmsUrl }))
}

/** Answers with only the list, for the script that refreshes the page. */
async function showRows({ store }: MailPages, { response, url }: Exchange): Promise<void> {
  sendPage(response, mailList(await store.list(), url.searchParams.get('q') ?? ''))
}

async function showMail({ store }: MailPages, { response }: Exchange, match: RegExpExecArray): Promise<void> {
  const mail = await store.open(Number(match[1]))
  if (mail === undefined) return sendMissing(response)
  sendPage(response, mailPage(mail))
}

async function showHtml({ store }: MailPages, { response }: Exchange, match: RegExpExecArray): Promise<void> {
  const mail = await store.open(Number(match[1]))
  if (mail?.html === undefined) return sendMissing(response)
  sendContent(response, {
    contentType: 'text/html; charset=utf-8',
    body: withLinksInTabs(mail.html),
    headers: { 'content-security-policy': mailPolicy },
  })
}

function withLinksInTabs(html: string): string {
  const base = '<base target="_blank">'
  const head = /<head\b[^>]*>/i.exec(html)
  if (head === null) return `<!doctype html>${base}${html}`
  const at = head.index + head[0].length
  return html.slice(0, at) + base + html.slice(at)
}

async function download({ store }: MailPages, { response }: Exchange, match: RegExpExecArray): Promise<void> {
  const raw = await store.readRaw(Number(match[1]))
  if (raw === undefined) return sendMissing(response)
  sendContent(response, { contentType: 'message/rfc822', body: raw, headers: disposition(`mail-${match[1]}.eml`) })
}

async function downloadAttachment({ store }: MailPages, { response }: Exchange, match: RegExpExecArray): Promise<void> {
  const mail = await store.open(Number(match[1]))
  const index = Number(match[2])
  const attachment = mail?.attachments[index]
  const content = mail?.contents[index]
  if (attachment === undefined || content === undefined) return sendMissing(response)
  // Always a download: a type chosen by the sender must not be shown as a page of this host.
  sendContent(response, {
    contentType: 'application/octet-stream',
    body: content,
    headers: disposition(attachment.name),
  })
}

function disposition(name: string): Record<string, string> {
  return { 'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, '_')}` }
}

function sendPage(response: Exchange['response'], body: string): void {
  sendContent(response, {
    contentType: 'text/html; charset=utf-8',
    body,
    headers: { 'content-security-policy': pagePolicy },
  })
}

function sendMissing(response: Exchange['response']): void {
  const headers = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': pagePolicy }
  response.writeHead(404, headers).end(missingPage())
}
