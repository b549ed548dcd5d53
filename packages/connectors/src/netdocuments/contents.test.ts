import { expect, test } from 'vitest'
import type { ServiceApi } from '../ways/service-api.ts'
import { idOf, listContents } from './contents.ts'

const container = 'https://vault.example/v2/container/4814-0621-0001'
const folders = 'https://vault.example/v1/Cabinet/NG-CABINET/folders'

/** Lists with a service that answers each page by its token. */
function list(url: string, answerOf: (token: string | null) => unknown) {
  const call: ServiceApi['call'] = async (request) => {
    const { searchParams } = new URL(request.url)
    return { status: 200, headers: {}, json: answerOf(searchParams.get('skiptoken') ?? searchParams.get('$skiptoken')) }
  }
  return listContents({ call } as ServiceApi, url, 'looking')
}

function entries(from: number, count: number) {
  return Array.from({ length: count }, (_, n) => ({
    DocId: `4814-0621-${String(from + n).padStart(4, '0')}`,
    Attributes: { Name: `${from + n}`, Ext: 'pdf' },
  }))
}

test('lists of both versions are read, and an empty one of either', async () => {
  const [entry] = await list(container, () => ({ Results: entries(0, 1) }))
  expect(entry).toEqual({ id: '4814-0621-0000', name: '0', extension: 'pdf' })
  const first = [{ id: '4814-0621-0001', name: 'A', extension: 'ndfld' }]
  expect(await list(folders, () => ({ standardList: first }))).toEqual(first)
  expect(await list(container, () => ({ Results: [] }))).toEqual([])
  expect(await list(folders, () => ({ standardList: null }))).toEqual([])
})

test.each([{ Results: [...entries(0, 1), { EnvId: ':Q20:x.nev' }] }, { Items: entries(0, 1) }, {}, null])(
  'an answer in an unknown form, %o, is a problem and no empty folder',
  async (answer) => {
    await expect(list(container, () => answer)).rejects.toMatchObject({ problem: { problem: 'transient' } })
  },
)

test.each([
  { DocId: 'a-saved-search', Attributes: {} },
  { DocId: 'a-saved-search' },
  { DocId: '4814-0621-0099', Attributes: { Name: null, Ext: 'pdf' } },
])('an entry without a name, %o, is none that is looked for, and the others are listed', async (entry) => {
  const [first, odd] = await list(container, () => ({ Results: [...entries(0, 1), entry] }))
  expect(first).toMatchObject({ name: '0' })
  expect(odd).toMatchObject({ name: '' })
})

test('an entry with an ID in an unknown form is listed, and its ID is used for nothing', async () => {
  const search = { DocId: '../search', Attributes: { Name: 'Motions', Ext: 'ndfld' } }
  const [entry] = await list(container, () => ({ Results: [search] }))
  expect(() => idOf(entry ?? { id: '', name: '', extension: '' })).toThrow('an ID in an unexpected form')
})

test('a folder with more entries than a page has is read to its end', async () => {
  const pages: Record<string, object> = {
    '': { Results: entries(0, 500), SkipToken: 'a' },
    a: { Results: entries(500, 500), SkipToken: 'b' },
    b: { Results: entries(1000, 3) },
  }
  expect(await list(container, (token) => pages[token ?? ''])).toHaveLength(1003)
})

test.each([
  ['not told', () => ({ Results: entries(0, 500) })],
  ['not understood', () => ({ Results: entries(0, 500), SkipToken: 'a' })],
])('where the token for the next page is %s, the list is a problem and not the whole', async (_name, answerOf) => {
  await expect(list(container, answerOf)).rejects.toMatchObject({
    problem: { problem: 'rejected', sentence: expect.stringContaining('lists 500 entries') },
  })
})

test('pages without an end, each with new entries, are a problem', async () => {
  let page = 0
  const endless = () => {
    page += 1
    return { Results: entries(page * 10, 10), SkipToken: String(page) }
  }
  await expect(list(container, endless)).rejects.toMatchObject({ problem: { problem: 'rejected' } })
  expect(page).toBeLessThan(200)
})
