import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { checkStrangerForward, signedWords, strangerForward } from '../../mail/testing/stranger-forward.ts'
import { textOfPages } from '../../testing/pdf.ts'
import { openStampedCourt, stampedPdf } from '../stamps/stamped-court.fixture.ts'
import { noticePosition } from './filing-documents.ts'
import { printNotice } from './print-notice.ts'
import type { Work } from './stage.ts'

let held: Awaited<ReturnType<typeof openStampedCourt>>
beforeAll(async () => {
  held = await openStampedCourt()
})
afterAll(() => held.close())
beforeEach(() => store(true))

const store = (isOn: boolean) =>
  held.run(sql`update firms set store_notice_as_docket_text = ${isOn}, default_time_zone = 'America/New_York'
    where firm_id = 1`)

const message = [
  'From: ECF-CAND@cand.uscourts.gov',
  'Date: Sat, 21 Nov 2026 01:41:07 +0000',
  'Subject: Activity in Case 3:26-cv-04417-RS',
  '',
  'MOTION by Northgate.',
].join('\r\n')

let count = 0

/** Makes a filing with one document, whose page begins with a line; `send` receives a notice of it. */
async function file(line: string) {
  const number = `2024L00${6000 + ++count}`
  const token = `7ff2fb72-7baa-4770-8a7c-70c1dd1c${6000 + count}`
  await held.addCase('illcirctcook', number)
  held.served.set(token, await stampedPdf(line))
  const { sha256: raw } = await held.services().blobs.put(Buffer.from(message))
  const url = `https://illinois.tylerhost.net/ViewServiceDocuments.aspx?SID=${token}`
  const send = async () => {
    const id = await held.receive({ courtId: 'illcirctcook', docketNumber: number, url, raw })
    await held.item(id, /Succeeded/)
    return id
  }
  return { send }
}

const documentsOf = async (itemId: string) =>
  (
    await held.run(sql<{ title: string; fileId: string | null; pages: number | null }>`
      select d.title, d.file_id as "fileId", d.pages from documents d
        join inbox_items i on i.firm_id = d.firm_id and i.envelope_id = d.envelope_id
      where i.id = ${itemId}::uuid order by d.position`)
  ).rows

test('the notice itself is a document of its filing, and is emailed with the others', async () => {
  const id = await (await file('Motion without a stamp')).send()
  const documents = await documentsOf(id)
  expect(documents).toMatchObject([{ title: 'Motion' }, { title: 'Notice', pages: 1 }])
  const [text] = await textOfPages(await held.services().blobs.get(documents[1]?.fileId ?? ''))
  expect(text).toMatch(/Friday, November 20, 2026 at 8:41:07 PM EST.*MOTION by Northgate\./)
  const mail = held.sent.find(({ text }) => text.includes(id))
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['Motion.pdf', 'Notice.pdf'])
})

test("several recipients' notices of a filing, even at the same moment, leave one", async () => {
  const { send } = await file('Motion')
  const [id = ''] = await Promise.all([send(), send(), send()])
  await send()
  expect(await documentsOf(id)).toMatchObject([{ title: 'Motion' }, { title: 'Notice' }])
})

test('a firm that has not asked for it has only the documents of the court', async () => {
  await store(false)
  expect(await documentsOf(await (await file('Motion')).send())).toMatchObject([{ title: 'Motion' }])
})

test('no one waits for the court to stamp the notice', async () => {
  const processing = newId()
  await held.run(sql`insert into document_processings (firm_id, id, name, wait_for_stamp, max_minutes_wait_for_stamp)
    values (1, ${processing}::uuid, 'Wait', true, 60)`)
  await held.run(sql`insert into jurisdiction_preferences (firm_id, id, "order", enabled, description, document_processing_id)
    values (1, ${newId()}::uuid, 1, true, 'All courts', ${processing}::uuid)`)
  const number = `2024L00${6000 + count + 1}`
  const { send } = await file(`FILED 5/1/2024 4:32 PM IRIS Y. MARTINEZ CIRCUIT CLERK COOK COUNTY, IL ${number}`)
  const waits = await held.run(sql`select from stamp_waits where inbox_item_id = ${await send()}::uuid`)
  expect(waits.rows).toEqual([])
  await held.run(sql`delete from jurisdiction_preferences`)
})

test('the notice of a sealed filing is sealed too, and printing it again makes the same file', async () => {
  const work = {
    firmId: 1,
    firm: { defaultTimeZone: null },
    receivedAt: '2026-11-21T01:41:07Z',
    origin: {},
    results: { parse: { notice: { isSealed: true } } },
    raw: async () => Buffer.from(message),
  }
  const print = () => printNotice(work as unknown as Work, held.services().blobs)
  const first = await print()
  expect(first).toMatchObject({ position: noticePosition, verdict: 'fetched', sealed: true })
  expect(await print()).toEqual(first)
})

test('a message that cannot be read now is not taken for one that cannot be printed', async () => {
  const work = {
    firmId: 1,
    firm: { defaultTimeZone: null },
    receivedAt: '2026-11-21T01:41:07Z',
    origin: {},
    results: {},
    raw: () => Promise.reject(new Error('the disk is away')),
  }
  await expect(printNotice(work as unknown as Work, held.services().blobs)).rejects.toThrow('the disk is away')
})

test('of a forward of an original that a court signed, only the original is printed, as it was signed', async () => {
  const raw = await strangerForward()
  const authenticate = await checkStrangerForward(raw)
  expect(authenticate.trust).toBe('forwarded')
  const work = {
    firmId: 1,
    firm: { defaultTimeZone: null },
    receivedAt: '2026-11-21T01:41:07Z',
    origin: {},
    results: { authenticate, parse: { notice: {} } },
    raw: async () => raw,
  }
  const printed = await printNotice(work as unknown as Work, held.services().blobs)
  const text = (await textOfPages(await held.services().blobs.get(printed.fileId ?? ''))).join(' ')
  expect(text).toContain(signedWords)
  expect(text).toMatch(/Subject Activity in Case/)
  expect(text).not.toMatch(/FORGED|evil\.example/)
})
