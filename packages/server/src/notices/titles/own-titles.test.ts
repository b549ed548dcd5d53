import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { eventually } from '../../mail/testing/eventually.ts'
import { scanOf } from '../../retrieval/scan.fixture.ts'
import { openStampedCourt } from '../stamps/stamped-court.fixture.ts'
import { paper } from './paper.fixture.ts'

let held: Awaited<ReturnType<typeof openStampedCourt>>
beforeAll(async () => {
  held = await openStampedCourt()
})
afterAll(() => held.close())
beforeEach(async () => {
  await held.run(sql`delete from jurisdiction_preferences`)
  await held.run(sql`delete from document_processings`)
})

/** Adds document processing that reads titles, or doesn't, and the preference that chooses it. */
async function prefer({ extractionEnabled = true, order = 1, jurisdiction = '' } = {}) {
  const [id, group] = [newId(), newId()]
  if (jurisdiction)
    await held.run(sql`insert into jurisdiction_groups (firm_id, id, name, jurisdiction_ids)
      values (1, ${group}::uuid, ${group}, array[${jurisdiction}::uuid])`)
  await held.run(sql`insert into document_processings (firm_id, id, name, extraction_enabled)
    values (1, ${id}::uuid, ${extractionEnabled ? 'Titles' : 'No titles'}, ${extractionEnabled})`)
  await held.run(sql`insert into jurisdiction_preferences (firm_id, id, "order", enabled, description,
      document_processing_id, jurisdiction_groups)
    values (1, ${newId()}::uuid, ${order}, true, ${jurisdiction ? 'One court' : 'All courts'}, ${id}::uuid,
      ${jurisdiction ? [group] : []}::uuid[])`)
}

let count = 0

/** A notice that calls its document "Motion"; the court serves this file. */
async function receive(body: Uint8Array) {
  const at = ++count
  const number = `3:24-cv-0${5000 + at}`
  const token = String(32_345_670 + at)
  await held.addCase('cand', number)
  held.served.set(token, body)
  const url = `https://ecf.cand.uscourts.gov/doc1/035100003${at}?caseid=1&de_seq_num=${at}&magic_num=${token}`
  const id = await held.receive({ courtId: 'cand', docketNumber: number, url })
  const document = async () => (await held.run(readTitles(id))).rows[0]
  return { id, document, mail: () => held.sent.find(({ text }) => text.includes(id)) }
}

interface Titled {
  title: string
  noticeTitle: string | null
  titleSource: string
  readTitle: string | null
  titleIsSure: boolean
  titlePage: number | null
  titleBox: string | null
}

const readTitles = (itemId: string) => sql<Titled>`
  select d.title, d.notice_title as "noticeTitle", d.title_source as "titleSource", d.read_title as "readTitle",
    d.title_is_sure as "titleIsSure", d.title_page as "titlePage", d.title_box as "titleBox"
  from documents d join inbox_items i on i.firm_id = d.firm_id and i.envelope_id = d.envelope_id
  where i.id = ${itemId}::uuid`

test('with extractionEnabled, a document is titled as it titles itself, also in the email and the timeline', async () => {
  await prefer()
  const filing = await receive(await paper('Motion to Compel Further Responses'))
  const { lines } = await held.item(filing.id, /Succeeded/)
  expect(await filing.document()).toMatchObject({
    ...{ title: 'MOTION TO COMPEL FURTHER RESPONSES', noticeTitle: 'Motion', titleSource: 'DOCUMENT' },
    ...{ readTitle: 'MOTION TO COMPEL FURTHER RESPONSES', titleIsSure: true, titlePage: 1 },
    titleBox: expect.stringMatching(/^\d+(\.\d)? \d+(\.\d)? \d+(\.\d)? \d+(\.\d)?$/),
  })
  expect(filing.mail()?.text).toContain('MOTION TO COMPEL FURTHER RESPONSES')
  expect(lines).toContainEqual(
    expect.stringMatching(
      / One document was titled as it titles itself: "Titles" of the jurisdiction preference "All courts" says so\.$/,
    ),
  )
})

test("the title names the saved file, shortened by the firm's abbreviations", async () => {
  await prefer()
  const id = newId()
  await held.run(
    sql`insert into credentials (firm_id, id, name, kind) values (1, ${id}::uuid, 'Files', 'generic_credential')`,
  )
  await held.run(sql`insert into generic_credentials (firm_id, id, name, driver, folder_id)
    values (1, ${id}::uuid, 'Files', 'FILE_SYSTEM', '/')`)
  await held.run(sql`insert into storage_policies (firm_id, id, name, document_path, document_name, dms_credential_id)
    values (1, ${id}::uuid, 'Files', 'Court', '{{ document.title }}', ${id}::uuid)`)
  await held.run(sql`update firms set storage_policy_id = ${id}::uuid where firm_id = 1`)
  await held.run(
    sql`insert into abbreviations (firm_id, id, name, abbreviation) values (1, ${id}::uuid, 'motion', 'Mot.')`,
  )
  const filing = await receive(await paper('Motion to Bifurcate'))
  await held.item(filing.id, /Succeeded/)
  const { rows } = await held.run(
    sql<{ path: string }>`select path from document_copies where inbox_item_id = ${filing.id}::uuid`,
  )
  expect(rows).toEqual([{ path: 'Court/Mot. TO BIFURCATE.pdf' }])
  await held.run(sql`update firms set storage_policy_id = null where firm_id = 1`)
})

test('without extractionEnabled, the title of the notice stays, and nothing is noted', async () => {
  await prefer({ extractionEnabled: false })
  const filing = await receive(await paper('Motion to Strike'))
  await held.item(filing.id, /Succeeded/)
  expect(await filing.document()).toEqual({
    ...{ title: 'Motion', noticeTitle: null, titleSource: 'NOTICE' },
    ...{ readTitle: null, titleIsSure: false, titlePage: null, titleBox: null },
  })
})

test("the preference of the case's own jurisdiction decides, not that of another one with the same court", async () => {
  const other = await held.addCase('cand', '3:24-cv-09999')
  await prefer({ order: 1, jurisdiction: other.jurisdiction })
  await prefer({ order: 2, extractionEnabled: false })
  const filing = await receive(await paper('Motion to Remand'))
  const { lines } = await held.item(filing.id, /Succeeded/)
  expect(lines).toContainEqual(expect.stringContaining('The jurisdiction preference "All courts" applies.'))
  expect(await filing.document()).toMatchObject({ title: 'Motion', readTitle: null })
})

test('a title that is not sure is noted, and the title of the notice stays', async () => {
  await prefer()
  const filing = await receive(await paper('Motion for Extension of'))
  await held.item(filing.id, /Succeeded/)
  expect(await filing.document()).toMatchObject({
    ...{ title: 'Motion', titleSource: 'NOTICE', noticeTitle: null },
    ...{ readTitle: 'MOTION FOR EXTENSION OF', titleIsSure: false, titlePage: 1 },
  })
})

test('a scan is titled once its picture is read, after people were notified', async () => {
  await prefer()
  const filing = await receive(await scanOf(await paper('Motion to Seal Exhibits')))
  await held.item(filing.id, /Succeeded/)
  await eventually(async () => (await filing.document())?.title).toBe('MOTION TO SEAL EXHIBITS')
  expect(await filing.document()).toMatchObject({ noticeTitle: 'Motion', titleIsSure: true })
})
