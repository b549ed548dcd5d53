import { StalledError } from '@courtcrier/lib/watch-work.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { claimed, openTestServices, type TestServices } from '../../outbox/copies/test-filing.ts'
import { openTestDatabase } from '../../testing/database.ts'
import { longTest } from '../../testing/in-long-run.ts'
import { textPdf } from '../../testing/pdf.ts'
import { feedTexts } from './feed-texts.ts'
import { longText, pictureOf, plantText, reader } from './planted-text.fixture.ts'
import { readText, type TextReader, textReader } from './read-text.ts'
import { mostAttempts } from './text-row.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(async () => {
  await textReader.stop()
  await services.close()
})

const run = <T>(query: ReturnType<typeof sql<T>>) => query.execute(services.database.kysely)

test('a real document is read page by page, and its words are indexed', async () => {
  const { text, state, pages } = await plantText(services, {
    content: await textPdf([longText.slice(0, 90), longText, longText]),
  })
  await text(textReader)
  expect(await state()).toMatchObject({ status: 'read', attempts: 0, pages: 1, sentence: null })
  expect((await state())?.words).toEqual(expect.arrayContaining(['jurisdict', 'defend', 'lack']))
  expect(await pages()).toMatchObject([[1, 'text', expect.stringContaining('personal jurisdiction')]])
})

test('pages without a text layer are read from their pictures afterward, and the others can be searched before', async () => {
  const { text, pictures, state, pages } = await plantText(services)
  const scanned = reader([longText, 'Page 2 of 3', ''], async (_, { page }) =>
    page === 2 ? pictureOf(`Affidavit of service ${longText}`) : null,
  )
  await text(scanned)
  expect(await state()).toMatchObject({ status: 'pictured', pages: 3 })
  expect((await state())?.words).toContain('jurisdict')
  expect((await state())?.words).not.toContain('affidavit')
  await pictures(scanned)
  expect(await state()).toMatchObject({ status: 'read', sentence: null })
  expect((await state())?.words).toContain('affidavit')
  expect(await pages()).toEqual([
    [1, 'text', longText],
    [2, 'ocr', `Affidavit of service ${longText}`],
    [3, 'text', ''],
  ])
})

test('a reading that was interrupted continues with the pages that are left', async () => {
  const { text, pictures, state } = await plantText(services)
  const asked: number[] = []
  const scanned = reader(['', '', ''], async (_, { page }) => {
    asked.push(page)
    if (page === 2 && asked.filter((each) => each === 2).length === 1) throw new Error('the process ends')
    return pictureOf(`page ${page} of the affidavit`)
  })
  await text(scanned)
  await expect(pictures(scanned)).rejects.toThrow('the process ends')
  expect(await state()).toMatchObject({ status: 'pictured' })
  await pictures(scanned)
  expect(asked).toEqual([1, 2, 2, 3])
  expect(await state()).toMatchObject({ status: 'read' })
})

test('where the words of a picture are is saved with it', async () => {
  const { id, text, pictures } = await plantText(services)
  const scanned = reader([''], async () => pictureOf('Exhibit B'))
  await text(scanned)
  await pictures(scanned)
  const { rows } = await run(sql`select boxes from document_pages where document_id = ${id}::uuid`)
  expect(rows).toEqual([
    {
      boxes: [
        ['Exhibit', 100, 0, 80, 9],
        ['B', 100, 10, 80, 9],
      ],
    },
  ])
})

test('words are indexed without punctuation, accents and endings', async () => {
  const { rows } = await run(sql<{ words: readonly string[] }>`
    select tsvector_to_array(text_words('Case 1:24-cv-01234-ABC: Peña’s motions, filed under §1983')) as words`)
  expect(rows[0]?.words).toEqual(['01234', '1', '1983', '24', 'abc', 'case', 'cv', 'file', 'motion', 'pena'])
})

test('a stop of the process ends a reading without recording anything', async () => {
  const { id, state } = await plantText(services)
  const controller = new AbortController()
  const stopping: TextReader = {
    ...reader([]),
    layers: async () => {
      controller.abort()
      return { sentence: 'The thread ended.' }
    },
  }
  await readText({ services, reader: stopping, signal: controller.signal }, claimed({ firmId: 1, id }))
  expect(await state()).toMatchObject({ status: 'waiting', sentence: null })
})

test('a page that ends the process again and again is passed over, and said to be', async () => {
  const { text, pictures, state, pages } = await plantText(services)
  const deadly = reader(['', ''], async (_, { page }) => {
    if (page === 1) throw new Error('the process ends')
    return pictureOf('Exhibit B')
  })
  await text(deadly)
  for (let attempt = 0; attempt < mostAttempts; attempt++) await expect(pictures(deadly)).rejects.toThrow()
  await pictures(deadly)
  expect(await state()).toMatchObject({
    status: 'read',
    sentence: "One of 2 pages couldn't be read, so its text can't be searched.",
  })
  expect(await pages()).toEqual([
    [1, 'unread', ''],
    [2, 'ocr', 'Exhibit B'],
  ])
})

test('a failure is recorded once, with the reason, and not tried again', async () => {
  const { text, state } = await plantText(services, { content: 'no PDF' })
  await text(textReader)
  const sentence = "This file isn't a PDF, so its text can't be searched."
  expect(await state()).toMatchObject({ status: 'failed', sentence, words: null })
  await text(reader([longText]))
  expect(await state()).toMatchObject({ status: 'failed', sentence })
})

test('a document that ends the process again and again is given up', async () => {
  const { text, state } = await plantText(services)
  const deadly = { ...reader([]), layers: () => Promise.reject(new Error('the process ends')) }
  for (let attempt = 0; attempt < mostAttempts; attempt++) await expect(text(deadly)).rejects.toThrow()
  await text(deadly)
  expect(await state()).toMatchObject({ status: 'failed', sentence: expect.stringMatching(/couldn't be read/) })
})

test('a machine that is too busy puts it off', async () => {
  const { id, text, pictures, state } = await plantText(services)
  const busy = { ...reader([]), layers: () => Promise.reject(new StalledError()) }
  await text(busy)
  expect(await state()).toMatchObject({ status: 'waiting' })
  expect(await services.jobs.knownIds('text')).toContain(id)
  await text(reader(['']))
  await pictures(reader([], () => Promise.reject(new StalledError())))
  expect(await state()).toMatchObject({ status: 'pictured' })
})

test('which words are next to each other on a page is kept, so that a phrase narrows pages down', async () => {
  const { id, text } = await plantText(services)
  await text(reader(['Deny the motion', 'Motion denied. The', 'De-\u00adnied, the motion']))
  const pagesWith = async (phrase: string) => {
    const { rows } = await run(sql<{ page: number }>`select page from document_pages
      where document_id = ${id}::uuid and pair_bits & text_pair_bits(${phrase}) = text_pair_bits(${phrase}) order by page`)
    return rows.map(({ page }) => page)
  }
  expect(await pagesWith('the motion')).toEqual([1, 3])
  expect(await pagesWith('denied the')).toEqual([2, 3])
  expect(await pagesWith('nied the motion')).toEqual([3])
  expect(await pagesWith('motion deny')).toEqual([])
})

longTest('a document with a million different words is searched by those of its first pages', async () => {
  const { text, state } = await plantText(services)
  const page = (at: number) => Array.from({ length: 5000 }, (_, n) => `w${at * 5000 + n}`).join(' ')
  await text(reader([longText, ...Array.from({ length: 35 }, (_, at) => page(at))]))
  expect(await state()).toMatchObject({ status: 'read' })
  expect((await state())?.words).toContain('jurisdict')
})

test('documents that wait are queued once, the newest first', async () => {
  await run(sql`update document_texts set status = 'failed' where status in ('waiting', 'pictured')`)
  await run(sql`delete from pgboss.job where name in ('text', 'ocr')`)
  const { id } = await plantText(services)
  expect(await feedTexts(services)).toBe(1)
  expect([...(await services.jobs.knownIds('text'))]).toEqual([id])
  expect(await feedTexts(services)).toBe(0)
})

test('what is unread is found by an index that has nothing else', async () => {
  // A database of its own, whose table never had rows: one known to be small is read as a whole.
  const database = await openTestDatabase()
  onTestFinished(database.close)
  const plan = await withSystem(database, async (trx) => {
    await sql`set local cpu_operator_cost = 10`.execute(trx)
    const { rows } = await sql<Record<string, string>>`
      explain select firm_id, document_id from document_texts where status = 'waiting' order by document_id desc limit 300`.execute(
      trx,
    )
    return rows.map((row) => Object.values(row)[0]).join('\n')
  })
  expect(plan).toContain('document_texts_unread_idx')
})
