import type { UploadAnswer } from '@courtcrier/contract/calls/manual.ts'
import { expect, test } from 'vitest'
import { courtAddress, isSaidByReason, type MissingDocument, matchUploads, missingDocuments } from './match-uploads.ts'

const main: MissingDocument = { id: 'main', position: 0, number: '118', title: 'Motion', verdict: 'spent' }
const exhibit: MissingDocument = { id: 'exhibit', position: 1, number: '118-1', title: 'Exhibit', verdict: 'login' }

const file = (key: number, number?: string) => ({
  key,
  upload: { facts: number ? { number } : {} } as unknown as UploadAnswer,
})
const match = (files: ReturnType<typeof file>[], chosen: readonly (readonly [number, string])[] = []) =>
  [...matchUploads(files, [main, exhibit], new Map(chosen))].toSorted(([a], [b]) => a - b)

test('files are matched to documents by the number stamped on them, in whatever order they were picked', () => {
  expect(match([file(1, '118-1'), file(2, '118')])).toEqual([
    [1, 'exhibit'],
    [2, 'main'],
  ])
})

test("the user's choice counts more than a stamp, and no document gets two files", () => {
  expect(match([file(1, '118-1'), file(2, '118-1')], [[1, 'main']])).toEqual([
    [1, 'main'],
    [2, 'exhibit'],
  ])
  expect(match([file(1, '118'), file(2, '118')])).toEqual([
    [1, 'main'],
    [2, 'exhibit'],
  ])
})

test('a file without a stamp is matched if one document is left, and is unclear if several are', () => {
  expect(match([file(1)])).toEqual([])
  expect(match([file(1), file(2, '118')])).toEqual([
    [1, 'exhibit'],
    [2, 'main'],
  ])
  expect([...matchUploads([file(1)], [main], new Map())]).toEqual([[1, 'main']])
})

test('sealed, saved and nonexistent documents are not missing', () => {
  const others = (['sealed', 'restricted', 'none'] as const).map((verdict) => ({ ...main, id: verdict, verdict }))
  expect(missingDocuments([...others, { ...main, id: 'saved', fileId: 'f' }, exhibit])).toEqual([exhibit])
})

test("a document's address at the court is its link in the notice, the main document's also that of its case", () => {
  const link = (url: string) => ({ url, host: 'ecf.cand.uscourts.gov' })
  const number = { value: '3:26-cv-04417', from: 'body' } as const
  const notice = {
    cases: [{ docketNumber: number, parts: {}, link: link('https://ecf.cand.uscourts.gov/doc1/1') }],
    documents: [{ index: 1, description: number, link: link('https://ecf.cand.uscourts.gov/doc1/2') }],
  }
  expect(courtAddress(notice, main)).toBe('https://ecf.cand.uscourts.gov/doc1/1')
  expect(courtAddress(notice, exhibit)).toBe('https://ecf.cand.uscourts.gov/doc1/2')
  expect(courtAddress({}, main)).toBeUndefined()
})

test('a document says why it is missing unless the reason of the notice has said so of all of them', () => {
  const reason = "2 of 2 documents couldn't be retrieved. The court asked for a login."
  const login = { sentence: 'The court asked for a login.' }
  expect(isSaidByReason(reason, [login, login])).toBe(true)
  expect(isSaidByReason(reason, [login, { sentence: 'The court says that the document is not available.' }])).toBe(
    false,
  )
  expect(isSaidByReason(reason, [{ sentence: null }])).toBe(false)
  expect(isSaidByReason(null, [login])).toBe(false)
})
