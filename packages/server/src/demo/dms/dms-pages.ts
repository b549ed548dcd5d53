import type { FakeBytes } from '@courtcrier/connectors/testing/fake-bytes.ts'
import type { FakeAnswer, FakeRequest } from '@courtcrier/connectors/testing/fake-service.ts'
import type { FakeEntry } from '@courtcrier/connectors/testing/fake-tree.ts'
import type { DmsService } from './dms-service.ts'
import { documentPage, folderPage, type Looks, missingPage, overviewPage } from './page-html.ts'

interface Pages {
  services: readonly DmsService[]
  mailboxUrl: string
}

/** Refreshes the page every two seconds while it is visible, without moving focus. */
const liveScript = `
async function refresh() {
  if (document.hidden) return
  const answer = await fetch(location.href)
  if (!answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main')
  const live = document.querySelector('main')
  if (next.innerHTML === live.innerHTML) return
  const focused = document.activeElement?.getAttribute('href')
  live.innerHTML = next.innerHTML
  if (focused) live.querySelector('a[href="' + CSS.escape(focused) + '"]')?.focus()
}
setInterval(() => refresh().catch(() => {}), 2000)
document.addEventListener('visibilitychange', () => refresh().catch(() => {}))
`

/** Answers a browser with a page of the services, a folder or a document; undefined for any other address. */
export function answerDmsPage({ services, mailboxUrl }: Pages, request: FakeRequest): FakeAnswer | undefined {
  const { method, path, query } = request
  if (method !== 'GET') return undefined
  const looks = looksOf(mailboxUrl)
  if (path === '/') return page(overviewPage(looks, services), looks)
  if (path === '/live.js') return text(liveScript, 'text/javascript')
  if (path === '/open') return opened(services, query.get('link') ?? '') ?? page(missingPage(looks), looks, 404)
  const [, key, id, rest] = /^\/(\w+)(?:\/([^/]+)(\/content)?)?$/.exec(path) ?? []
  const service = services.find((each) => each.key === key)
  if (!service) return undefined
  const entry = id === undefined ? service.tree.root : service.tree.find(id)
  if (!entry) return page(missingPage(looks), looks, 404)
  if (!entry.bytes) return page(folderPage(looks, service, entry), looks)
  return rest === undefined ? page(documentPage(looks, service, entry), looks) : content(entry, entry.bytes)
}

function looksOf(mailboxUrl: string): Looks {
  return { mailboxUrl, styles: URL.parse('/mail/style.css', mailboxUrl)?.href ?? '' }
}

/** Leads from the address that a service gives for a document to its page here. */
function opened(services: readonly DmsService[], link: string): FakeAnswer | undefined {
  const host = URL.parse(link)?.hostname ?? ''
  const service = services.find(({ hosts }) => hosts.test(host))
  const id = link
    .split(/[/?#=&]/)
    .map((part) => decodeURIComponent(part))
    .find((part) => service?.tree.find(part)?.bytes)
  if (!service || id === undefined) return undefined
  return { status: 302, headers: { location: `/${service.key}/${encodeURIComponent(id)}` } }
}

const shownTypes: Readonly<Record<string, string>> = { pdf: 'application/pdf' }

/** PDFs are shown; anything else is a download, whatever it is. */
function content({ name }: FakeEntry, bytes: FakeBytes): FakeAnswer {
  const type = shownTypes[name.slice(name.lastIndexOf('.') + 1).toLowerCase()]
  const fileName = encodeURIComponent(name).replace(/['()*]/g, '_')
  const disposition = `${type ? 'inline' : 'attachment'}; filename*=UTF-8''${fileName}`
  const headers = { 'content-type': type ?? 'application/octet-stream', 'content-disposition': disposition }
  return { status: 200, bytes, headers: { ...headers, ...always } }
}

const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }

function page(html: string, { styles }: Looks, status = 200): FakeAnswer {
  const style = URL.parse(styles)?.origin ?? "'none'"
  const policy = `default-src 'none'; style-src ${style}; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'none'; base-uri 'none'`
  const answer = text(html, 'text/html')
  return { ...answer, status, headers: { ...answer.headers, 'content-security-policy': policy } }
}

function text(body: string, type: string): FakeAnswer {
  return { status: 200, bytes: Buffer.from(body), headers: { 'content-type': `${type}; charset=utf-8`, ...always } }
}
