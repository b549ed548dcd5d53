import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PDFDocument } from '@cantoo/pdf-lib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readExchanges } from './journal-format.ts'
import {
  districtLink,
  html,
  type LocalCourt,
  listed,
  loginPage,
  openWorkbench,
  pdf,
  type Reply,
  startCourt,
} from './local-court.fixture.ts'
import { type FilingRetrieval, retrieveFiling } from './retrieve-filing.ts'

/** What happens to a one-time link if the program is killed with SIGKILL during a retrieval and started again. */

let folder: string
let court: LocalCourt
let victim: ChildProcess | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sigkill-'))
})
afterEach(async () => {
  victim?.kill('SIGKILL')
  await court.close()
  rmSync(folder, { recursive: true, force: true })
})

const document = await largePdf()
const login = html(loginPage)

test('killed after the answer and before the commit: the next run requests nothing', async () => {
  court = await startCourt((_url, count) => (count === 1 ? pdf(document) : login))
  const child = start()
  await once(child.stdout ?? child, 'data')
  await kill(child)
  const { documents } = await nextRun()
  expect(documents).toMatchObject([{ verdict: 'fetched', size: document.byteLength }])
  expect(await stored(documents)).toEqual(Buffer.from(document))
  expect(court.requests).toHaveLength(1)
})

test('killed after everything was received but before the court disconnected: the next run requests nothing', async () => {
  // No announced length, as CGI programs answer, so only the end mark shows that the PDF is complete.
  const unending: Reply = (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/pdf', 'transfer-encoding': 'identity' })
    response.write(document)
  }
  court = await startCourt((_url, count) => (count === 1 ? unending : login))
  const child = start()
  await vi.waitFor(() => expect(received()).toBe(document.byteLength), 60_000)
  await kill(child)
  const { documents } = await nextRun()
  expect(documents).toMatchObject([{ verdict: 'fetched' }])
  expect(await stored(documents)).toEqual(Buffer.from(document))
  expect(court.requests).toHaveLength(1)
})

test('killed in the middle, the court serves the link again: retrieved with one more request', async () => {
  court = await startCourt((_url, count) => (count === 1 ? half : pdf(document)))
  await killInTheMiddle()
  const { documents } = await nextRun()
  expect(documents).toMatchObject([{ verdict: 'fetched' }])
  expect(court.requests).toHaveLength(2)
  expect(court.served).toHaveLength(1)
})

test('killed in the middle, the court counts the link as used: the result says so, and the spare link retrieves it', async () => {
  court = await startCourt((url, count) => {
    if (url.searchParams.get('magic_num') === 'spare') return pdf(document)
    return count === 1 ? half : login
  })
  await killInTheMiddle()
  const alone = await nextRun()
  expect(alone.documents).toMatchObject([
    { verdict: 'spent', sentence: 'The free look was used up by a response that was cut off.' },
  ])
  const withSpare = await nextRun(['spare'])
  expect(withSpare.documents).toMatchObject([{ verdict: 'fetched', linkUsed: { token: 'spare' } }])
  expect(court.requests).toHaveLength(3)
})

test('killed before the court answered: the next run requests the link', async () => {
  court = await startCourt((_url, count) => (count === 1 ? () => {} : pdf(document)))
  const child = start()
  await vi.waitFor(() => expect(court.requests).toHaveLength(1), 60_000)
  await kill(child)
  expect((await nextRun()).documents).toMatchObject([{ verdict: 'fetched' }])
})

test('killed between the page and the frame with the document: the page, which used up the link, is not requested again', async () => {
  court = await startCourt((url, count) => {
    if (url.pathname.startsWith('/cgi-bin/')) return count === 1 ? () => {} : pdf(document)
    return count === 1 ? html('<iframe src="/cgi-bin/show_temp.pl?file=1"></iframe>') : login
  })
  const child = start()
  await vi.waitFor(() => expect(court.requests).toHaveLength(2), 60_000)
  await kill(child)
  expect((await nextRun()).documents).toMatchObject([{ verdict: 'fetched' }])
  expect(court.requests.filter((each) => each.includes('/doc1/'))).toHaveLength(1)
})

const half: Reply = (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': document.byteLength })
  response.write(document.subarray(0, Math.ceil(document.byteLength / 2)))
}

function start(): ChildProcess {
  const program = fileURLToPath(new URL('./kill-victim.fixture.ts', import.meta.url))
  victim = spawn(process.execPath, [program, court.gateway, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  return victim
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

async function killInTheMiddle(): Promise<void> {
  const child = start()
  await vi.waitFor(() => expect(received()).toBeGreaterThan(document.byteLength / 2 - 1), 60_000)
  await kill(child)
}

/** Bytes of documents in the journal, while another process is writing it. */
function received(): number {
  const fetching = join(folder, 'fetching')
  const names = readdirSync(fetching).filter((name) => name.endsWith('.answers'))
  const exchanges = names.flatMap((name) => readExchanges(readFileSync(join(fetching, name))))
  return exchanges.reduce((sum, { answer }) => sum + (answer?.body.byteLength ?? 0), 0)
}

async function nextRun(spare: readonly string[] = []): Promise<FilingRetrieval> {
  const { deps } = await openWorkbench(court.gateway, folder)
  const links = ['own', ...spare].map((token) => districtLink(token))
  return retrieveFiling({ documents: [listed(0, 'Main Document')], links, deps })
}

async function stored(documents: FilingRetrieval['documents']): Promise<Buffer> {
  const { deps } = await openWorkbench(court.gateway, folder)
  return Buffer.from(await deps.blobs.get(documents[0]?.blob ?? ''))
}

/** Larger than a connection's buffers, so that it arrives in many pieces. */
async function largePdf(): Promise<Uint8Array> {
  const file = await PDFDocument.create()
  file.addPage()
  await file.attach(randomBytes(3_000_000), 'exhibit.bin', { mimeType: 'application/octet-stream' })
  return file.save()
}
