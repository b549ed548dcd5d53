import { credentialSubjects } from '@courtcrier/contract/credential-kinds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import type { World } from '../testing/denied-world.ts'
import { isLongRun } from '../testing/long-run.ts'
import { readCalls } from '../testing/read-calls.ts'
import { makeWalledWorld } from '../testing/walled-world.ts'
import { productRoutes } from './routes.ts'

/** Every read by HEAD and OPTIONS, by someone a wall excludes too: they say no more than GET does. */
let api: TestApi
let world: World
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  world = await makeWalledWorld(api)
})
afterAll(() => api.close())

/** No wall is around credentials, and all are read alike. */
const stores: readonly string[] = credentialSubjects

async function addresses(): Promise<readonly string[]> {
  const { paths } = (await api.call({ url: '/api/v1/openapi.json' })).json() as { paths: Record<string, object> }
  const routes = Object.entries(paths).flatMap(([path, item]) => ('get' in item ? [{ method: 'GET', path }] : []))
  const walled = { ...world, ids: world.others, others: world.ids }
  const calls = [...readCalls(routes, world), ...readCalls(routes, walled)].filter(
    ({ about }) => !stores.includes(about),
  )
  return [...new Set(calls.map(({ url }) => url))]
}

const telling = ['x-total-count', 'x-total-at-least', 'x-next-cursor', 'etag', 'content-disposition'] as const

// The wall excludes the Manager.
test.each<TestRole | undefined>(isLongRun ? [undefined, 'View Only', 'Manager'] : [undefined, 'Manager'])(
  'HEAD is answered to %s as GET is, without the body, and OPTIONS is refused',
  async (as) => {
    const who = as ? { as } : {}
    const statuses = new Set<number>()
    for (const url of await addresses()) {
      const [got, head] = [await api.call({ ...who, url }), await api.call({ ...who, url, method: 'HEAD' })]
      statuses.add(got.status)
      expect([url, head.status, head.text]).toEqual([url, got.status, ''])
      for (const name of telling) expect([url, name, head.headers[name]]).toEqual([url, name, got.headers[name]])
      // Refused before it is known who asks.
      if (as && !isLongRun) continue
      const options = await api.call({ ...who, url, method: 'OPTIONS' })
      expect([url, options.status, options.headers['access-control-allow-origin']]).toEqual([url, 405, undefined])
    }
    expect([...statuses]).toContain(as ? 200 : 401)
  },
)
