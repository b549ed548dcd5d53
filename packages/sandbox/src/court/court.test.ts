import { createHash } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import type { FilingReport } from '../report.ts'
import { type Sandbox, type SandboxOptions, startSandbox } from '../sandbox.ts'
import { askAndBreakOff, askAndDieUnread, askCourt, directLink } from '../testing/ask-court.ts'
import { eventually } from '../testing/eventually.ts'
import { startReceiver } from '../testing/start-receiver.ts'

const noFaults = { slow: 0, serverError: 0, cutOff: 0, spent: 0 }
const onlyDocuments = { withDocument: 1, withoutDocument: 0, sealed: 0, transcript: 0, emptyToken: 0, regenerated: 0 }
const frameCourts = ['nysd', 'cacd']
const cleanup: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const stop of cleanup.splice(0)) await stop()
})

/** Starts a sandbox that has announced filings, of which some are of each kind. */
async function startCourt(options: SandboxOptions = {}): Promise<{ sandbox: Sandbox; filings: FilingReport[] }> {
  const sandbox = await startSandbox({
    profile: 'test',
    mix: onlyDocuments,
    faults: noFaults,
    slowPauseMs: 5,
    ...options,
  })
  const receiver = await startReceiver()
  cleanup.push(() => sandbox.stop(), receiver.stop)
  await sandbox.sendFilings({ smtp: { host: '127.0.0.1', port: receiver.port }, count: 25 })
  return { sandbox, filings: sandbox.filings() }
}

function pick(filings: readonly FilingReport[], is: (filing: FilingReport) => boolean = () => true): FilingReport {
  const found = filings.find((filing) => !frameCourts.includes(filing.courtId) && is(filing))
  if (found === undefined) throw new Error('No such filing')
  return found
}

const isSingle = (filing: FilingReport) => filing.documents.length === 1 && filing.courtId !== 'txsd'
const linkOf = (filing: FilingReport, copy = 0) => filing.links[copy]?.url ?? ''
const sha256 = (body: Buffer) => createHash('sha256').update(body).digest('hex')

test('a link serves its document once, then the login page', async () => {
  const { sandbox, filings } = await startCourt()
  const filing = pick(filings, isSingle)
  const first = await askCourt(sandbox.httpUrl, linkOf(filing))
  expect(first.contentType).toBe('application/pdf')
  expect(sha256(first.body)).toBe(filing.documents[0]?.sha256)
  const second = await askCourt(sandbox.httpUrl, linkOf(filing))
  expect(second.text).toContain('PACER Login')
  await eventually(() =>
    expect(sandbox.served()).toEqual([
      {
        filing: filing.number,
        token: filing.links[0]?.token,
        courtDocumentId: filing.documents[0]?.courtDocumentId,
        documentIndex: 0,
        requests: 2,
        served: 1,
        bytes: first.body.length,
        sha256: filing.documents[0]?.sha256,
        servedAt: expect.any(String),
      },
    ]),
  )
})

test('each copy of a filing has its own links', async () => {
  const { sandbox, filings } = await startCourt()
  const filing = pick(filings, (item) => isSingle(item) && item.links.length > 1)
  const answers = [
    await askCourt(sandbox.httpUrl, linkOf(filing, 0)),
    await askCourt(sandbox.httpUrl, linkOf(filing, 1)),
  ]
  expect(answers.map((answer) => answer.contentType)).toEqual(['application/pdf', 'application/pdf'])
})

test('of many concurrent requests for one link, one gets the PDF', async () => {
  const { sandbox, filings } = await startCourt({ faults: { ...noFaults, slow: 1 } })
  const link = linkOf(pick(filings, isSingle))
  const answers = await Promise.all(Array.from({ length: 8 }, () => askCourt(sandbox.httpUrl, link)))
  expect(answers.filter((answer) => answer.contentType === 'application/pdf')).toHaveLength(1)
  await eventually(() => expect(sandbox.served()).toMatchObject([{ requests: 8, served: 1 }]))
})

test('a truncated response leaves the link unused, once', async () => {
  const { sandbox, filings } = await startCourt({ faults: { ...noFaults, cutOff: 1 } })
  const filing = pick(filings, isSingle)
  await expect(askCourt(sandbox.httpUrl, linkOf(filing))).rejects.toThrow()
  const again = await askCourt(sandbox.httpUrl, linkOf(filing))
  expect(sha256(again.body)).toBe(filing.documents[0]?.sha256)
})

test('a client that disconnects leaves the link unused', async () => {
  const { sandbox, filings } = await startCourt({ faults: { ...noFaults, slow: 1 }, slowPauseMs: 40 })
  const filing = pick(filings, isSingle)
  await askAndBreakOff(sandbox.httpUrl, linkOf(filing))
  await eventually(async () =>
    expect((await askCourt(sandbox.httpUrl, linkOf(filing))).contentType).toBe('application/pdf'),
  )
})

test('a process killed before reading the response leaves the link unused', async () => {
  const { sandbox, filings } = await startCourt()
  const filing = pick(filings, isSingle)
  await askAndDieUnread(sandbox.httpUrl, linkOf(filing))
  await eventually(async () =>
    expect((await askCourt(sandbox.httpUrl, linkOf(filing))).contentType).toBe('application/pdf'),
  )
  await eventually(() => expect(sandbox.served()).toMatchObject([{ served: 1 }]))
})

test('if the request uses up the link, a client that disconnects has lost it', async () => {
  const { sandbox, filings } = await startCourt({ spendOn: 'request', faults: { ...noFaults, slow: 1 } })
  const filing = pick(filings, isSingle)
  await askAndBreakOff(sandbox.httpUrl, linkOf(filing))
  expect((await askCourt(sandbox.httpUrl, linkOf(filing))).text).toContain('PACER Login')
  await eventually(() => expect(sandbox.served()).toMatchObject([{ requests: 2, served: 0 }]))
})

test('a server error happens once and leaves the link unused', async () => {
  const { sandbox, filings } = await startCourt({ faults: { ...noFaults, serverError: 1 }, spendOn: 'request' })
  const link = linkOf(pick(filings, isSingle))
  expect((await askCourt(sandbox.httpUrl, link)).status).toBe(500)
  expect((await askCourt(sandbox.httpUrl, link)).contentType).toBe('application/pdf')
})

test('a link that someone opened before leads to the login, and the report says so', async () => {
  const { sandbox, filings } = await startCourt({ faults: { ...noFaults, spent: 1 } })
  const filing = pick(filings, isSingle)
  expect(filing.isObtainable).toBe(false)
  expect((await askCourt(sandbox.httpUrl, linkOf(filing))).text).toContain('PACER Login')
})

test('a sealed document is refused with an explanation', async () => {
  const { sandbox, filings } = await startCourt({ mix: { ...onlyDocuments, withDocument: 0, sealed: 1 } })
  const answer = await askCourt(sandbox.httpUrl, directLink(linkOf(pick(filings))))
  expect(answer.text).toContain('This document is SEALED')
})

test('the menu lists every document, its links carry the token, and each is served once', async () => {
  const { sandbox, filings } = await startCourt({ mix: { ...onlyDocuments, attachments: 1 } })
  const filing = pick(filings, (item) => item.documents.length > 3)
  const menu = await askCourt(sandbox.httpUrl, linkOf(filing))
  expect(menu.text).toContain('Document Selection Menu')
  const rows = [...menu.text.matchAll(/goDLS\('\/doc1\/(\d+)','(\d+)','(\d+)','','','','(\d+)',''\)/g)]
  expect(rows).toHaveLength(filing.documents.length)
  for (const [index, [, id, caseId, sequence, token]] of rows.entries()) {
    const link = `https://ecf.${filing.courtId}.uscourts.gov/doc1/${id}?caseid=${caseId}&de_seq_num=${sequence}&magic_num=${token}&use_magic=1`
    expect(sha256((await askCourt(sandbox.httpUrl, link)).body)).toBe(filing.documents[index]?.sha256)
    expect((await askCourt(sandbox.httpUrl, link)).text).toContain('PACER Login')
  }
  expect((await askCourt(sandbox.httpUrl, linkOf(filing))).text).toContain('PACER Login')
})

test('some courts send a frame first, whose address serves the PDF once', async () => {
  const { sandbox, filings } = await startCourt()
  const filing = filings.find((item) => frameCourts.includes(item.courtId)) as FilingReport
  const page = await askCourt(sandbox.httpUrl, directLink(linkOf(filing)))
  const source = /<iframe src="(\/cgi-bin\/show_temp\.pl\?[^"]+)"/.exec(page.text)?.[1] ?? ''
  const address = `https://ecf.${filing.courtId}.uscourts.gov${source}`
  expect(sha256((await askCourt(sandbox.httpUrl, address)).body)).toBe(filing.documents[0]?.sha256)
  expect((await askCourt(sandbox.httpUrl, address)).text).toContain('PACER Login')
  expect((await askCourt(sandbox.httpUrl, directLink(linkOf(filing)))).text).toContain('PACER Login')
})

test('a court that asks about the free look asks only without use_magic', async () => {
  const { sandbox, filings } = await startCourt()
  const filing = pick(filings, (item) => item.courtId === 'txsd')
  const direct = directLink(linkOf(filing))
  expect((await askCourt(sandbox.httpUrl, direct.replace('&use_magic=1', ''))).text).toContain('Free Look')
  expect((await askCourt(sandbox.httpUrl, direct)).contentType).toBe('application/pdf')
})

test.each([
  ['no token', (link: string) => link.replace(/magic_num=\d+/, 'magic_num=')],
  ['another token', (link: string) => link.replace(/magic_num=\d+/, 'magic_num=1')],
  ['another case', (link: string) => link.replace(/caseid=\d+/, 'caseid=1')],
  ['another sequence', (link: string) => link.replace(/de_seq_num=\d+/, 'de_seq_num=1')],
  ['another court', (link: string) => link.replace(/ecf\.\w+\./, 'ecf.nyed.')],
])('%s leads to the login and uses up no link', async (_what, change) => {
  const { sandbox, filings } = await startCourt()
  const link = linkOf(pick(filings, (item) => isSingle(item) && item.courtId !== 'nyed'))
  expect((await askCourt(sandbox.httpUrl, change(link))).text).toContain('PACER Login')
  expect((await askCourt(sandbox.httpUrl, link)).contentType).toBe('application/pdf')
})
