import { expect, test } from 'vitest'
import { fileOf } from '../connector.suite.ts'
import { sharepointServer } from '../sharepoint-server/index.ts'
import { settingsWith, testWays } from '../testing/store-settings.ts'
import { sharepoint } from './index.ts'
import { openBench, settings } from './sharepoint-bench.fixture.ts'

/** Changes every text under this name, at any depth. */
function changing(name: string, text: string) {
  const change = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change)
    if (value === null || typeof value !== 'object') return value
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, key === name ? text : change(each)]))
  }
  return change
}

test('an address of a library that is not encoded as addresses are is used as it is', async () => {
  const bench = await openBench({ library: 'Documents' })
  const webUrl = 'https://firm.sharepoint.com/sites/Litigation/50% paid'
  bench.faults.failNth(() => true, { rewrite: changing('webUrl', webUrl) })
  await bench.connector.ensureFolder('A')
  expect(await bench.connector.put(fileOf('A/a.pdf', 'x'))).toMatchObject({ wasThere: false })
  await bench.close()
})

test('pages of libraries without an end are a problem', async () => {
  const bench = await openBench({ library: 'Elsewhere' })
  const isOfLibraries = ({ path }: { path: string }) => path.includes('/drives?')
  const rewrite = (json: unknown) => ({
    ...(json as object),
    '@odata.nextLink': `${bench.base}/v1.0/sites/firm.sharepoint.com,0f1,0f2/drives?$select=id,name,webUrl`,
  })
  bench.faults.failNth(isOfLibraries, { rewrite })
  expect(await bench.connector.ensureFolder('A')).toMatchObject({
    problem: 'rejected',
    sentence: "SharePoint's list has no end at looking for the site's libraries.",
  })
  expect(bench.asked.filter(isOfLibraries).length).toBeLessThan(50)
  await bench.close()
})

test('the next page is not asked for at another host', async () => {
  const bench = await openBench({ library: 'Elsewhere' })
  const rewrite = (json: unknown) => ({ ...(json as object), '@odata.nextLink': 'https://graph.example/v1.0/drives' })
  bench.faults.failNth(({ path }) => path.includes('/drives?'), { rewrite })
  expect(await bench.connector.ensureFolder('A')).toMatchObject({
    problem: 'auth',
    sentence: expect.stringContaining('no document library "Elsewhere"'),
  })
  await bench.close()
})

test('a site with a percent sign in its address has a root, and can be tested', async () => {
  const baseUrl = 'https://127.0.0.1:9/sites/50%'
  const given = settingsWith({ ...settings, baseUrl, username: 'u', password: 'p' })
  expect(sharepoint.rootOf(given)).toBe('sharepoint/127.0.0.1:9/sites/50%')
  const server = await sharepointServer.open({ firmId: 1, credentialId: 'c', settings: given }, testWays())
  expect((await server.check())[0]).toMatchObject({ step: 'connect', state: 'failed' })
})
