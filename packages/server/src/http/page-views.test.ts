import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { pageViewRoutes } from './page-views.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: pageViewRoutes })
})
afterAll(() => api.close())

const post = (body: object, as: 'Docketing' | 'Manager' = 'Docketing') =>
  api.call({ as, method: 'POST', url: '/api/v1/page_views', body })

async function views(firmId: number) {
  const { rows } = await sql<{ sentence: string; user: string }>`
    select sentence, user_id::text as user from system_events where firm_id = ${firmId} and type = 'page view' order by id`.execute(
    api.services.database.kysely,
  )
  return rows
}

test("viewed pages are lines in the log, with the user, in the caller's firm only", async () => {
  const answer = await post({ paths: ['/dashboard', '/inbox-items/id/{id}'] })
  expect(answer.status, answer.text).toBe(204)
  expect(await views(1)).toEqual([
    { sentence: 'A Docketing viewed /dashboard.', user: api.userIds[1].Docketing },
    { sentence: 'A Docketing viewed /inbox-items/id/{id}.', user: api.userIds[1].Docketing },
  ])
  expect(await views(2)).toEqual([])
})

test('entering the console is a line in the log, with the person and the firm as the server knows them', async () => {
  const before = await views(1)
  expect((await post({ paths: ['/dashboard'], is_entry: true })).status).toBe(204)
  expect((await views(1)).slice(before.length).map(({ sentence }) => sentence)).toEqual([
    'A Docketing of Firm 1 entered the console.',
    'A Docketing viewed /dashboard.',
  ])
})

test('pages that need no login are logged without a person, in the firm of the host, and only those', async () => {
  const before = await views(1)
  const view = (body: object) => api.call({ method: 'POST', url: '/api/v1/page_views/open', body })
  expect((await view({ path: '/password-forgot' })).status).toBe(204)
  expect((await views(1)).slice(before.length)).toEqual([
    { sentence: "Someone who wasn't signed in viewed /password-forgot.", user: null },
  ])
  for (const body of [{}, { path: '/cases' }, { path: '/public-document/s3cret' }])
    expect((await view(body)).status).toBe(400)
  expect(await views(1)).toHaveLength(before.length + 1)
  expect(await views(2)).toEqual([])
})

test.each([
  [{}],
  [{ paths: 'x' }],
  [{ paths: ['https://elsewhere.example/'] }],
  [{ paths: ['/cases?q=secret'] }],
  [{ paths: [`/${'x'.repeat(300)}`] }],
  [{ paths: Array.from({ length: 21 }, () => '/cases') }],
  [{ paths: [7] }],
])('%j is refused and not logged', async (body) => {
  const before = await views(1)
  const answer = await post(body)
  expect(answer.status).toBe(400)
  expect(answer.text).toContain('"field":"paths"')
  expect(await views(1)).toEqual(before)
})

test('page views without a login are not logged', async () => {
  expect((await api.call({ method: 'POST', url: '/api/v1/page_views', body: { paths: ['/x'] } })).status).toBe(401)
})

test('one person can neither fill the log nor use up the limit of others', async () => {
  const statuses = []
  for (let n = 0; n < 40; n++) statuses.push((await post({ paths: [] })).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await post({ paths: ['/cases'] }, 'Manager')).status).toBe(204)
})
