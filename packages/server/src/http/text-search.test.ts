import { type FoundTexts, searchTexts } from '@courtcrier/contract/calls/full-text.ts'
import { fromWire } from '@courtcrier/contract/calls/wire-names.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { longText, pictureOf, plantText, reader } from '../notices/texts/planted-text.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { denyFields } from '../testing/denied-world.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
/** A walled timekeeper, whom the tests exclude. */
let timekeeper: string
/** A filing with a document about one. */
let hippopotamus: string

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  timekeeper = newId()
  await run(
    sql`insert into timekeepers (firm_id, id, full_name, email) values (1, ${timekeeper}::uuid, 'Ruth Osei', 'osei@one.example')`,
    sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Docketing}::uuid`,
    sql`update firms set internal_walls_enabled = true`,
  )
  const made = await plant(['Peña v. the gray hippopotamus, 1:77-cv-04321-ABC, under §1983'])
  hippopotamus = made.envelopeId
})
afterAll(() => api.close())
afterEach(() => run(sql`delete from ethical_walls`))

async function run(...all: ReturnType<typeof sql>[]): Promise<void> {
  for (const one of all) await withSystem(api.services.database, (trx) => one.execute(trx))
}

/** Plants a filing whose document has these pages; without any, it is still to be read. */
async function plant(pages: readonly string[], docketText = 'ORDER', firmId = 1) {
  const made = await plantText(api.services, {}, { docket_text: docketText }, firmId)
  if (pages.length > 0) {
    await made.text(reader(pages))
    await made.pictures(reader(pages))
  }
  return made
}

async function search(freeText: string, as: TestRole = 'Administrator'): Promise<FoundTexts> {
  const parameters = new URLSearchParams({ freeText })
  const answer = await api.call({ as, url: `/api/v1/text_search?${parameters}` })
  expect(answer.status, answer.text).toBe(200)
  return fromWire(searchTexts.answer, answer.json()) as FoundTexts
}

const nothing = { filings: [], next: null, isReading: false }

async function idsOf(freeText: string, as?: TestRole): Promise<unknown[]> {
  return (await search(freeText, as)).filings.map((filing) => filing.envelope.id)
}

test('words are found on whichever pages of a document, with the page that has the most of them', async () => {
  const { id, envelopeId } = await plant([
    `Certificate. ${longText}`,
    `The walrus objects to jurisdiction by certificate. ${longText}`,
  ])
  const { filings } = await search('walruses jurisdiction CERTIFICATE')
  expect(filings).toMatchObject([
    {
      envelope: { id: envelopeId, docketNumber: '3:26-cv-04417-RS' },
      docketText: null,
      documents: [{ document: { id }, page: 2, pages: 2 }],
      moreDocuments: 0,
    },
  ])
  const marked = filings[0]?.documents[0]?.pieces.filter(({ found }) => found).map(({ text }) => text)
  expect(marked?.slice(0, 2)).toEqual(['walrus', 'jurisdiction'])
})

test('words are found in the docket text, and in both', async () => {
  const { envelopeId } = await plant(['The ocelot brief'], 'MOTION for ocelots, filed by Acme.')
  const [filing] = (await search('ocelot')).filings
  expect(filing?.envelope.id).toBe(envelopeId)
  expect(filing?.docketText).toContainEqual({ text: 'ocelots', found: true })
  expect(filing?.documents).toHaveLength(1)
  expect(await idsOf('ocelots brief')).toEqual([envelopeId])
  expect(await idsOf('ocelots acme')).toEqual([envelopeId])
})

test.each([
  ['without accents', 'pena'],
  ['a part of a docket number', '77-cv-04321'],
  ['a beginning', 'hippo*'],
  ['words next to each other', '"gray hippopotamus"'],
  ['with a sentence mark', '§1983, Peña!'],
])('is found: %s', async (_, words) => {
  expect(await idsOf(words)).toEqual([hippopotamus])
})

test.each([
  ['words that are apart', '"peña hippopotamus"'],
  ['a part of a word', 'ippopotam'],
  ['one word of two', 'hippopotamus zebra'],
])('is not found: %s', async (_, words) => {
  expect(await search(words)).toEqual(nothing)
})

test('a phrase of words that are in every text narrows others down', async () => {
  const { envelopeId } = await plant(['The axolotl of the lake'])
  await plant(['The axolotl, the lake'])
  expect(await idsOf('axolotl "of the"')).toEqual([envelopeId])
})

test('a phrase is found on one page, with a hyphen at the end of a line, and in a document read before', async () => {
  const { id, envelopeId } = await plant(['The tapir of', 'this order', `A de-\u00adnied tapir motion`])
  const phrases = ['"tapir motion"', '"denied tapir"', '"de nied tapir"', '"the tapir of"']
  for (const phrase of phrases) expect(await idsOf(phrase), phrase).toEqual([envelopeId])
  for (const phrase of ['"tapir order"', '"of this order" tapir']) expect(await idsOf(phrase), phrase).toEqual([])
  await run(sql`update document_pages set pair_bits = null where document_id = ${id}::uuid`)
  for (const phrase of phrases) expect(await idsOf(phrase), phrase).toEqual([envelopeId])
  expect(await idsOf('"tapir order"')).toEqual([])
})

test('the text of a document is sent in pieces, whatever it looks like', async () => {
  await plant(['<b>quokka</b><script>alert(1)</script>'])
  const [filing] = (await search('quokka')).filings
  expect(filing?.documents[0]?.pieces).toEqual([
    { text: '<b>', found: false },
    { text: 'quokka', found: true },
    { text: '</b><script>alert(1)</script>', found: false },
  ])
})

test('words that are in every text are too broad, and none are asked', async () => {
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/text_search?freeText=the%20of' })
  expect(answer.status).toBe(422)
  expect(await search('  ')).toEqual(nothing)
})

test('another firm finds nothing of it, and no one without a login', async () => {
  const { id } = await plant(['The narwhal brief'])
  const other = await api.call({ as: 'Administrator', firm: 2, url: '/api/v1/text_search?freeText=narwhal' })
  expect(other.json()).toEqual({ filings: [], next: null, is_reading: false })
  const inside = `/api/v1/document/${id}/text?freeText=narwhal`
  expect((await api.call({ as: 'Administrator', firm: 2, url: inside })).status).toBe(404)
  expect((await api.call({ url: '/api/v1/text_search?freeText=narwhal' })).status).toBe(401)
})

test('someone a wall excludes gets the same answers as if it were not there', async () => {
  const { id, caseId } = await plant(['The platypus brief'], 'ORDER on platypuses')
  const unread = await plant([], 'ORDER')
  expect((await search('platypus', 'Docketing')).filings).toHaveLength(1)
  for (const walled of [caseId, unread.caseId])
    await run(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
      select 1, ${newId()}::uuid, ${newId()}, 'EXCLUSIONARY', matter_id, array[${timekeeper}]::uuid[]
      from cases where id = ${walled}::uuid`)
  expect(await search('platypus', 'Docketing')).toEqual(nothing)
  expect((await search('platypus')).filings).toHaveLength(1)
  expect((await search('platypus')).isReading).toBe(true)
  const inside = `/api/v1/document/${id}/text?freeText=platypus`
  expect((await api.call({ as: 'Docketing', url: inside })).status).toBe(404)
  expect((await api.call({ as: 'Administrator', url: inside })).json().pages).toHaveLength(1)
  await run(sql`delete from documents where id = ${unread.id}::uuid`)
})

test('a sealed document is not found, nor one of a sealed filing', async () => {
  const sealed = await plant(['The wombat brief'])
  const filing = await plant(['Another wombat brief'])
  expect(await idsOf('wombat')).toHaveLength(2)
  await run(
    sql`update documents set sealed = true where id = ${sealed.id}::uuid`,
    sql`update envelopes set is_sealed = true where id = ${filing.envelopeId}::uuid`,
  )
  expect(await search('wombat')).toEqual(nothing)
  const inside = `/api/v1/document/${sealed.id}/text?freeText=wombat`
  expect((await api.call({ as: 'Administrator', url: inside })).json()).toEqual({
    ...{ state: 'none', sentence: null, words: [], pages: [] },
  })
})

test('a text that stayed behind is not shown of a sealed document', async () => {
  const { id } = await plant(['The numbat brief'])
  await api.services.database.kysely.transaction().execute(async (trx) => {
    await sql`alter table documents disable trigger documents_text`.execute(trx)
    await sql`update documents set sealed = true where id = ${id}::uuid`.execute(trx)
    await sql`alter table documents enable trigger documents_text`.execute(trx)
  })
  expect(await search('numbat')).toEqual(nothing)
})

test.each([
  ...['contents', 'fileId', 'sealed', 'verdict', 'envelopeId'].map(
    (key) => [courtDocument.name, key, courtDocument] as const,
  ),
  [envelope.name, 'isSealed', envelope] as const,
])('a role that may not see %s %s finds nothing by documents', async (_, key, resource) => {
  const word = `x${newId().slice(-8)}`
  const { id, envelopeId } = await plant([`The ${word} brief`])
  await plant([`The ${word} motion`], `ORDER on ${word}`)
  await denyFields(api, [{ resource, key }])
  const { filings, isReading } = await search(word, 'Manager')
  expect([filings.map(({ documents }) => documents), isReading]).toEqual([[[]], false])
  expect(filings.map((filing) => filing.envelope.id)).not.toContain(envelopeId)
  expect((await api.call({ as: 'Manager', url: `/api/v1/document/${id}/text?freeText=${word}` })).status).toBe(403)
})

test('a role that may not see the docket text finds nothing by it', async () => {
  await plant(['A brief'], 'ORDER on kiwis')
  await denyFields(api, [{ resource: envelope, key: 'docketText' }])
  expect(await search('kiwi', 'Manager')).toEqual(nothing)
  expect(await idsOf('kiwi')).toHaveLength(1)
})

test('a document says where the words are, also in a picture', async () => {
  const { id, text, pictures } = await plant([])
  const scanned = reader(['', `A puffin. ${longText}`], async () => pictureOf('The Puffins of May'))
  await text(scanned)
  const ask = async (words: string) =>
    (await api.call({ as: 'Administrator', url: `/api/v1/document/${id}/text?freeText=${words}` })).json()
  expect(await ask('puffin')).toMatchObject({ state: 'pictured', words: ['puffin'], pages: [{ page: 2, places: [] }] })
  await pictures(scanned)
  expect(await ask('puffin')).toEqual({
    ...{ state: 'read', sentence: null, words: ['puffins', 'puffin'] },
    pages: [
      { page: 1, places: [[100, 10, 80, 9]] },
      { page: 2, places: [] },
    ],
  })
  expect(await ask('')).toEqual({ state: 'read', sentence: null, words: [], pages: [] })
})

test('words are looked up in the indexes', async () => {
  await api.services.database.kysely.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`insert into document_texts (firm_id, document_id, envelope_id, file_id, status, words)
      select 1, gen_random_uuid(), gen_random_uuid(), 'x', 'read', text_words('filler ' || n)
      from generate_series(1, 5000) n`.execute(trx)
    await sql`insert into envelopes (firm_id, id, docket_text)
      select 1, gen_random_uuid(), 'filler ' || n from generate_series(1, 5000) n`.execute(trx)
  })
  await sql`analyze document_texts, envelopes`.execute(api.services.database.kysely)
  const plan = await withSystem(api.services.database, async (trx) => {
    await sql`select set_config('courtcrier.firm_id', '1', true)`.execute(trx)
    const { rows } = await sql<Record<string, string>>`
      explain select from firm_rows.document_texts x, firm_rows.envelopes t
      where x.words @@ 'brief'::tsquery and text_words(coalesce(t.docket_text, '')) @@ 'order'::tsquery`.execute(trx)
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })
  expect(plan).toContain('Bitmap Index Scan on document_texts_words_idx')
  expect(plan).toContain('Bitmap Index Scan on envelopes_words_idx')
})
