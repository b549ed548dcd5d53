import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { openWorkbench } from '../../retrieval/local-court.fixture.ts'
import { textPdf } from '../../testing/pdf.ts'
import { openStampedCourt, stampedPdf } from '../stamps/stamped-court.fixture.ts'
import { readWork } from './load-work.ts'
import type { StageDeps, Work } from './stage.ts'
import { retrieveStage } from './stages/retrieve.ts'
import { retrieveWebLinks } from './web-links.ts'

let held: Awaited<ReturnType<typeof openStampedCourt>>
beforeAll(async () => {
  held = await openStampedCourt()
})
afterAll(() => held.close())
beforeEach(() => extract(true))

const extract = (isOn: boolean) =>
  held.run(sql`update firms set extract_document_web_links = ${isOn} where firm_id = 1`)

let count = 0

/** A token like those of state services, which courts' free looks have too. */
const newToken = () => `7ff2fb72-7baa-4770-8a7c-70c1dd1c${7000 + ++count}`

const stateUrl = (token: string) => `https://illinois.tylerhost.net/ViewServiceDocuments.aspx?SID=${token}`
const freeLook = (token: string, document = '035023515598') =>
  `https://ecf.cand.uscourts.gov/doc1/${document}?caseid=417880&de_seq_num=19&magic_num=${token}`

interface Anchor {
  url: string
  words: string
}

/** Makes a filing with one listed document; `send` receives a notice of it whose text has these links. */
async function file({ line = 'Motion', courtId = 'illcirctcook' } = {}) {
  const token = newToken()
  const number = courtId === 'cand' ? `3:26-cv-0${7000 + count}` : `2024L00${7000 + count}`
  await held.addCase(courtId, number)
  held.served.set(token, await stampedPdf(line))
  const url = courtId === 'cand' ? freeLook(token, `03502352${7000 + count}`) : stateUrl(token)
  const listed = { url, words: 'Motion' }
  const send = async (...links: Anchor[]) => {
    const { sha256: raw } = await held.services().blobs.put(Buffer.from(messageWith([listed, ...links])))
    const id = await held.receive({ courtId, docketNumber: number, url: listed.url, raw })
    return { id, ...(await held.item(id, /Succeeded|Action Required/)) }
  }
  return { send }
}

const messageWith = (links: readonly Anchor[]) =>
  [
    'From: no-reply@efilingmail.tylertech.cloud',
    'Content-Type: text/html; charset=utf-8',
    '',
    ...links.map(({ url, words }) => `<p><a href="${url.replaceAll('&', '&amp;')}">${words}</a></p>`),
  ].join('\r\n')

async function serve(text: string): Promise<string> {
  const token = newToken()
  held.served.set(token, await textPdf([text]))
  return token
}

const read: StageDeps['read'] = (run) => withFirm(held.services().database, 1, run)

const documentsOf = async (itemId: string) =>
  (
    await held.run(sql<{ title: string; verdict: string; position: number }>`
      select d.title, d.verdict, d.position from documents d
        join inbox_items i on i.firm_id = d.firm_id and i.envelope_id = d.envelope_id
      where i.id = ${itemId}::uuid order by d.position`)
  ).rows

const requestsOf = (part: string) => held.court.requests.filter((address) => address.includes(part))
const motion = { title: 'Motion', verdict: 'fetched', position: 0 }

test('a document that the notice only links to is retrieved as one of its filing, and emailed', async () => {
  const [exhibit, order] = [await serve('Exhibit'), await serve('Order')]
  const { send } = await file()
  const { id, status, lines } = await send(
    { url: stateUrl(exhibit), words: 'Exhibit A' },
    { url: stateUrl(order), words: 'Standing order' },
  )
  expect(status).toBe('Succeeded')
  expect(await documentsOf(id)).toEqual([
    motion,
    { title: 'Exhibit A', verdict: 'fetched', position: 90_000 },
    { title: 'Standing order', verdict: 'fetched', position: 90_001 },
  ])
  expect(lines).toContainEqual(expect.stringContaining('2 documents that the notice links to were retrieved.'))
  const mail = held.sent.find(({ text }) => text.includes(id))
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual([
    'Motion.pdf',
    'Exhibit A.pdf',
    'Standing order.pdf',
  ])
})

test('a link to anywhere else is never requested, and the history names its host', async () => {
  const token = newToken()
  const { send } = await file({ courtId: 'cand' })
  const { id, lines } = await send(
    { url: `https://files.example/document.pdf?SID=${token}`, words: 'Exhibit' },
    { url: `https://ecf.cand.uscourts.gov.evil.example/doc1/035023515598?magic_num=${token}`, words: 'Order' },
    { url: `https://illinois.tylerhost.net/Login.aspx?document=${token}`, words: 'Log in' },
    { url: `https://illinois.tylerhost.net:8443/ViewDocuments.aspx?SID=${token}`, words: 'Port' },
    { url: 'https://ecf.cand.uscourts.gov/doc1/035023515600', words: '20' },
    { url: 'https://ecf.cand.uscourts.gov/cgi-bin/DktRpt.pl?417880', words: '3:26-cv-04417' },
  )
  expect(await documentsOf(id)).toEqual([motion])
  expect(requestsOf(token)).toEqual([])
  expect(requestsOf('ecf.cand.uscourts.gov').filter((address) => /035\d23515600|DktRpt/.test(address))).toEqual([])
  const [line] = lines.filter((each) => each.includes('Not opened'))
  expect(line).toContain(
    "Not opened, because they don't lead to a document on a court's host: links to files.example, ecf.cand.uscourts.gov.evil.example, illinois.tylerhost.net.",
  )
  expect(line).toContain(
    'Not opened, because the court gives no free access with them: links to ecf.cand.uscourts.gov.',
  )
  expect(line).not.toContain(token)
})

test('a firm that has not asked for it has only the documents of the court, and nothing else is requested', async () => {
  await extract(false)
  const token = await serve('Exhibit')
  const { send } = await file()
  const { id, lines } = await send({ url: stateUrl(token), words: 'Exhibit A' })
  expect(await documentsOf(id)).toEqual([motion])
  expect(requestsOf(token)).toEqual([])
  expect(lines.join()).not.toContain('links to')
})

test("several recipients' notices, each with links of its own, leave one document and spend one free look", async () => {
  const tokens = [await serve('Order'), await serve('Order'), await serve('Order')]
  const { send } = await file({ courtId: 'cand' })
  const [first] = await Promise.all(tokens.map((token) => send({ url: freeLook(token), words: 'Standing order' })))
  expect(await documentsOf(first?.id ?? '')).toEqual([
    motion,
    { title: 'Standing order', verdict: 'fetched', position: 90_000 },
  ])
  expect(tokens.flatMap(requestsOf)).toHaveLength(1)
})

test('a notice with other links adds their documents, and none takes the place of another', async () => {
  const [first, second] = [await serve('Exhibit'), await serve('Appendix')]
  const { send } = await file()
  await send({ url: stateUrl(first), words: 'Exhibit' })
  const { id } = await send({ url: `${stateUrl(second)}&p=2`, words: 'Exhibit' }, { url: stateUrl(first), words: 'A' })
  expect(await documentsOf(id)).toEqual([
    motion,
    { title: 'Exhibit', verdict: 'fetched', position: 90_000 },
    { title: 'Exhibit', verdict: 'fetched', position: 90_001 },
  ])
  expect(requestsOf(first)).toHaveLength(1)
})

test('the same link in notices of two filings is a document of each', async () => {
  const token = await serve('Rules')
  const rules = { url: stateUrl(token), words: 'Local rules' }
  for (const { send } of [await file(), await file()]) {
    const { id } = await send(rules)
    await send(rules)
    expect(await documentsOf(id)).toMatchObject([motion, { title: 'Local rules', verdict: 'fetched' }])
  }
  expect(requestsOf(token)).toHaveLength(2)
})

test("a free look that failed isn't spent again, and another recipient's brings the document", async () => {
  const [broken, good] = [newToken(), await serve('Order')]
  const { send } = await file({ courtId: 'cand' })
  const { id, status, reason } = await send({ url: freeLook(broken), words: 'Order' })
  expect({ status, reason }).toMatchObject({
    status: 'Action Required',
    reason: expect.stringContaining("1 of 2 documents couldn't be retrieved."),
  })
  const again = await send({ url: freeLook(broken), words: 'Order' })
  expect(again).toMatchObject({ status: 'Action Required' })
  expect(requestsOf(broken)).toHaveLength(1)
  await send({ url: freeLook(good), words: 'Order' })
  expect(await documentsOf(id)).toEqual([motion, { title: 'Order', verdict: 'fetched', position: 90_000 }])
  await held.item(id, /Succeeded/)
  expect(requestsOf(broken)).toHaveLength(1)
})

test('a run that a crash ended before its commit is repeated without another request', async () => {
  await extract(false)
  const { send } = await file({ courtId: 'cand' })
  const token = await serve('Order')
  const { id } = await send({ url: freeLook(token), words: 'Order' })
  const work = await readWork(held.services(), 1, id)
  if (!work) throw new Error('the item is gone')
  const bench = await openWorkbench(held.court.gateway)
  const deps = {
    read,
    formats: async () => [],
    retrieval: bench.deps,
  } as Pick<StageDeps, 'read' | 'formats' | 'retrieval'> as StageDeps
  const run = () => retrieveStage.run({ ...work, firm: { ...work.firm, extractDocumentWebLinks: true } }, deps)
  const first = await run()
  expect(first).toMatchObject({
    kind: 'done',
    result: { documents: [{ position: 90_000, title: 'Order', verdict: 'fetched' }], gap: '' },
  })
  expect(await run()).toEqual(first)
  expect(requestsOf(token)).toHaveLength(1)
  await bench.remove()
})

test('no link of a filing that its notice calls sealed is opened', async () => {
  const token = await serve('Order')
  const work = {
    results: { parse: { notice: { courtId: { value: 'cand' }, isSealed: true, cases: [], documents: [] } } },
    firmId: 1,
    origin: {},
    raw: async () => Buffer.from(messageWith([{ url: freeLook(token), words: 'Order' }])),
  } as unknown as Work
  const bench = await openWorkbench(held.court.gateway)
  const read: StageDeps['read'] = (run) =>
    held
      .services()
      .database.kysely.transaction()
      .execute(run as never)
  const patience = { isOver: false, isAwaited: false, isPastUse: false, until: new Date() }
  expect(
    await retrieveWebLinks(work, { read, formats: async () => [], retrieval: bench.deps, patience }),
  ).toMatchObject({
    documents: [{ title: 'Order', verdict: 'sealed' }],
    keys: [],
  })
  expect(requestsOf(token)).toEqual([])
  await bench.remove()
})

test('no one waits for the court to stamp a linked document', async () => {
  const processing = newId()
  await held.run(sql`insert into document_processings (firm_id, id, name, wait_for_stamp, max_minutes_wait_for_stamp)
    values (1, ${processing}::uuid, 'Wait', true, 60)`)
  await held.run(sql`insert into jurisdiction_preferences (firm_id, id, "order", enabled, description, document_processing_id)
    values (1, ${newId()}::uuid, 1, true, 'All courts', ${processing}::uuid)`)
  const number = `2024L00${7000 + count + 1}`
  const { send } = await file({
    line: `FILED 5/1/2024 4:32 PM IRIS Y. MARTINEZ CIRCUIT CLERK COOK COUNTY, IL ${number}`,
  })
  const { id } = await send({ url: stateUrl(await serve('Exhibit')), words: 'Exhibit' })
  expect((await held.run(sql`select from stamp_waits where inbox_item_id = ${id}::uuid`)).rows).toEqual([])
  await held.run(sql`delete from jurisdiction_preferences`)
})
