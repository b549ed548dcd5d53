import { type FoundTexts, searchTexts } from '@courtcrier/contract/calls/full-text.ts'
import { fromWire } from '@courtcrier/contract/calls/wire-names.ts'
import { lineEndHyphen } from '@courtcrier/lib/broken-words.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantText, reader } from '../notices/texts/planted-text.fixture.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

async function ask(path: string, freeText: string) {
  const answer = await api.call({ as: 'Administrator', url: `/api/v1/${path}?${new URLSearchParams({ freeText })}` })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

const search = async (freeText: string) =>
  (fromWire(searchTexts.answer, await ask('text_search', freeText)) as FoundTexts).filings

test('a word that the end of a line breaks is found whole, by its parts and in a phrase, and marked', async () => {
  const { id, envelopeId, text } = await plantText(api.services)
  await text(reader([`The wilde${lineEndHyphen}beest court${lineEndHyphen}appointed`]))
  for (const words of ['wildebeest', '"the wildebeest"', 'appointed wildebeests', '"court appointed" beest'])
    expect([words, (await search(words)).map(({ envelope }) => envelope.id)]).toEqual([words, [envelopeId]])
  const [filing] = await search('wildebeest')
  expect(filing?.documents[0]?.pieces).toContainEqual({ text: `wilde${lineEndHyphen}beest`, found: true })
  expect(await ask(`document/${id}/text`, 'wildebeest')).toMatchObject({ words: ['wildebeest'] })
})

test('both halves of a word that the end of a line breaks are marked in a picture', async () => {
  const { id, text, pictures } = await plantText(api.services)
  const words = ['The', 'aard-', 'vark', 'moves'].map((word, at) => [word, 100, 10 * at, 80, 9] as const)
  const scan = reader([''], async () => ({ text: `The aard${lineEndHyphen}vark moves`, words }))
  await text(scan)
  await pictures(scan)
  const places = (freeText: string) => ask(`document/${id}/text`, freeText)
  const [first, second, third] = [words[1], words[2], words[3]].map((word) => word?.slice(1))
  expect(await places('aardvark')).toMatchObject({ pages: [{ page: 1, places: [first, second] }] })
  expect(await places('moves')).toMatchObject({ pages: [{ page: 1, places: [third] }] })
})
