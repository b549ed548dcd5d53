import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFDocument } from '@cantoo/pdf-lib'
import type { NoticeDocument, NoticeLink } from '@courtcrier/contract/notice.ts'
import { openBlobStore } from '@courtcrier/lib/blob-store.ts'
import { openCourtHttp } from './court-http.ts'
import { openFetchJournal } from './fetch-journal.ts'
import type { CountedRequest } from './open-link.ts'
import type { RetrieveDeps } from './try-links.ts'

/** A court for tests: a real HTTP server that answers as configured and records its requests. */
export interface LocalCourt {
  gateway: string
  /** Paths with their queries, in order of arrival, each preceded by the court's host. */
  requests: string[]
  /** Paths of the answers with status 200 that were sent completely. */
  served: string[]
  close: () => Promise<void>
}

export type Reply = (request: IncomingMessage, response: ServerResponse) => void

export async function startCourt(answer: (url: URL, count: number) => Reply): Promise<LocalCourt> {
  const requests: string[] = []
  const served: string[] = []
  const server = createServer((request, response) => {
    const asked = `${request.headers.host}${request.url}`
    requests.push(asked)
    response.on('finish', () => response.statusCode === 200 && served.push(asked))
    answer(new URL(`https://${asked}`), requests.filter((each) => each === asked).length)(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    gateway: `http://127.0.0.1:${port}`,
    requests,
    served,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export function pdf(body: Uint8Array): Reply {
  return send(200, body, { 'content-type': 'application/pdf' })
}

export function html(text: string, status = 200): Reply {
  return send(status, Buffer.from(`<html><body>${text}</body></html>`), { 'content-type': 'text/html' })
}

export function send(status: number, body: Uint8Array, headers: Record<string, string> = {}): Reply {
  return (_request, response) => {
    response.writeHead(status, { 'content-length': body.byteLength, ...headers }).end(body)
  }
}

/** Announces the full length, sends the first half, and disconnects. */
export function cutOff(body: Uint8Array): Reply {
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': body.byteLength })
    response.write(body.subarray(0, body.byteLength / 2), () => setImmediate(() => response.socket?.destroy()))
  }
}

/** Announces no length, and disconnects after the first half as it would after the whole. */
export function endEarly(body: Uint8Array): Reply {
  return (_request, response) => {
    response.useChunkedEncodingByDefault = false
    response.writeHead(200, { 'content-type': 'application/pdf', connection: 'close' })
    response.end(body.subarray(0, body.byteLength / 2))
  }
}

export const loginPage =
  '<form action="https://pacer.login.uscourts.gov/csologin/login.jsf"><input type="password" name="p"></form>'

export async function makePdf(pages: number, title = 'Order'): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  file.setTitle(title)
  for (let page = 0; page < pages; page++)
    file.addPage().drawText(`${title}, page ${page + 1} of ${pages}`, { x: 50, y: 700 })
  return file.save()
}

/** A link of the Northern District of California, with the recipient's own token. */
export function districtLink(
  token: string | undefined,
  document = '035023515598',
  host = 'ecf.cand.uscourts.gov',
): NoticeLink {
  return {
    url: `https://${host}/doc1/${document}?caseid=417880&de_seq_num=19&magic_num=${token ?? ''}`,
    host,
    courtDocumentId: document,
    courtCaseId: '417880',
    sequence: '19',
    ...(token !== undefined && { token }),
  }
}

export function listed(index: number, description: string, link?: NoticeLink): NoticeDocument {
  return { index, description: { value: description, from: 'body' }, ...(link && { link }) }
}

export interface Workbench {
  folder: string
  deps: RetrieveDeps
  counted: CountedRequest[]
  remove: () => Promise<void>
}

/** Everything a retrieval needs, in a separate folder, using a local court. */
export async function openWorkbench(gateway: string, folder?: string): Promise<Workbench> {
  const home = folder ?? (await mkdtemp(join(tmpdir(), 'retrieval-')))
  const counted: CountedRequest[] = []
  const isAllowedHost = (host: string) => /^ecf\.\w+\.uscourts\.gov$|^ca9-showdoc\.azurewebsites\.us$/.test(host)
  return {
    folder: home,
    counted,
    deps: {
      http: openCourtHttp({ isAllowedHost, gateway, idleMs: 5_000, totalMs: 20_000 }),
      journal: openFetchJournal(home, { minFreeBytes: 0 }),
      blobs: await openBlobStore(join(home, 'blobs')),
      isAllowedHost,
      now: () => new Date(),
      log: { info() {}, warn() {} },
      onRequest: (request) => counted.push(request),
    },
    remove: () => rm(home, { recursive: true, force: true }),
  }
}
