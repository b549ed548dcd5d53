import { formatCursor } from '@courtcrier/contract/query.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import type { World } from '../testing/denied-world.ts'
import { makeWalledWorld } from '../testing/walled-world.ts'
import { productRoutes } from './routes.ts'

/** Places in lists, versions and parts of files, made up by someone a wall excludes: they say nothing of what is behind it. */
let api: TestApi
let world: World
/** The kinds of record of which the world has one behind the wall, with its ID. */
let walled: readonly (readonly [string, string])[] = []
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  world = await makeWalledWorld(api)
  const seen = await Promise.all(
    Object.entries(world.others).map(async ([kind, id]) => {
      const url = `/api/v1/${kind}/${id}`
      const [hidden, there] = [await api.call({ as, url }), await api.call({ as: 'Administrator', url })]
      return { kind, id, isWalled: hidden.status === 404 && there.status === 200 }
    }),
  )
  walled = seen.flatMap(({ kind, id, isWalled }) => (isWalled ? [[kind, id] as const] : []))
})
afterAll(() => api.close())

const as = 'Manager'

test('the wall is around a client with its matter, case, filing, document and notice', () => {
  const kinds = walled.map(([kind]) => kind)
  expect(kinds).toEqual(
    expect.arrayContaining(['client', 'matter', 'case', 'envelope', 'document', 'inbox_item', 'delivery']),
  )
})

const page = async (kind: string, cursor: string) =>
  api.call({ as, url: `/api/v1/${kind}/search?max=100&cursor=${encodeURIComponent(cursor)}` })

test('a cursor made up of a hidden record is one of any other, and lists nothing hidden', async () => {
  for (const [kind, id] of walled) {
    const { updated_at: updatedAt } = (await api.call({ as: 'Administrator', url: `/api/v1/${kind}/${id}` })).json()
    const before = new Date(Date.parse(String(updatedAt)) - 1).toISOString()
    for (const at of [String(updatedAt), before, '2020-01-01T00:00:00.000Z']) {
      const own = await page(kind, formatCursor(getResource(kind), { updatedAt: at, id }))
      const other = await page(kind, formatCursor(getResource(kind), { updatedAt: at, id: newId() }))
      expect([kind, own.status, own.text.includes(id), other.text.includes(id)]).toEqual([kind, 200, false, false])
      const next = Buffer.from(String(other.headers['x-next-cursor']), 'base64').toString()
      expect([kind, next.includes(id)]).toEqual([kind, false])
    }
  }
})

test.each([
  ['no base64', '%00%ff'],
  ['an injection', btoa("2026-01-01' or 1=1 -- 1")],
  ['a time that is none', btoa(`9999999-01-01T00:00:00.000Z ${newId()}`)],
  ['infinity', btoa(`infinity ${newId()}`)],
  ['an ID that is none', btoa('2026-01-01T00:00:00.000Z x')],
  ['no ID', btoa('2026-01-01T00:00:00.000Z')],
  ['a zero byte', btoa('2026-01-01T00:00:00.000Z \0')],
  ['a megabyte', 'A'.repeat(10_000)],
])('a cursor with %s is refused by its name', async (_, cursor) => {
  for (const [kind] of walled) {
    const answer = await page(kind, cursor)
    expect([kind, answer.status, answer.text.includes('cursor')]).toEqual([kind, 400, true])
  }
})

test.each(['%', '_', '%%', '\\', '\\%', "'", "' or 1=1 --", '*', '.*', '(', '[a-z', '"', '\u0000', '\u202e', '&|!:*'])(
  'the text %j is searched for as it is, in every list',
  async (text) => {
    for (const [kind] of [...walled, ['timekeeper'], ['judge'], ['jurisdiction']] as const) {
      const answer = await api.call({ as, url: `/api/v1/${kind}/search?max=100&freeText=${encodeURIComponent(text)}` })
      expect([kind, answer.status < 500]).toEqual([kind, true])
      if (answer.status !== 200) continue
      const rows = Object.values(answer.json())[0] as readonly object[]
      for (const row of rows) expect(JSON.stringify(Object.values(row))).toContain(JSON.stringify(text).slice(1, -1))
    }
  },
)

test('a version says nothing of a hidden record: it is as missing as one that never was', async () => {
  for (const [kind, id] of walled) {
    const { headers } = await api.call({ as: 'Administrator', url: `/api/v1/${kind}/${id}` })
    const versions = ['*', '"2020-01-01T00:00:00.000Z"', 'no version', String(headers.etag)]
    for (const version of versions)
      for (const [method, header] of [
        ['GET', 'if-none-match'],
        ['GET', 'if-match'],
        ['PUT', 'if-match'],
        ['DELETE', 'if-match'],
      ] as const) {
        const ask = async (of: string) => {
          const body = method === 'PUT' ? { body: {} } : {}
          const answer = await api.call({
            as,
            method,
            url: `/api/v1/${kind}/${of}`,
            headers: { [header]: version },
            ...body,
          })
          return { status: answer.status, text: answer.text.replaceAll(of, ''), etag: answer.headers.etag }
        }
        expect([kind, method, header, version, await ask(id)]).toEqual([
          kind,
          method,
          header,
          version,
          await ask(newId()),
        ])
      }
  }
})

test.each([
  'bytes=0-10',
  'bytes=0-0,5-9,-3',
  'bytes=999999999-',
  'bytes=-1',
  'bytes=5-1',
  'lines=1-2',
  'bytes=0-,0-,0-,0-,0-',
])('a part of a file (%s) is given of what may be read, and of nothing hidden', async (range) => {
  const contents = (of: Readonly<Record<string, string>>) => `/api/v1/document/${of.document}/content`
  const whole = await api.call({ as, url: contents(world.ids) })
  const part = await api.call({ as, url: contents(world.ids), headers: { range } })
  expect([whole.status, part.status, part.text === whole.text]).toEqual([200, 200, true])
  const hidden = await api.call({ as, url: contents(world.others), headers: { range } })
  expect([hidden.status, hidden.headers['content-range'], hidden.headers.etag]).toEqual([404, undefined, undefined])
})
