import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { type Examples, makeExamples } from '../testing/examples.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'

let api: TestApi
let examples: Examples
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
    },
  })
  examples = makeExamples(api)
})
afterAll(() => api.close())

const as = 'Administrator'
const refused = [400, [{ field: 'close_date', code: 'out_of_order:Open date' }]]

const send = (method: 'POST' | 'PUT', path: string, body: AnyRow) =>
  api.call({ as, method, url: `/api/v1/case${path}`, body })

async function makeCase(dates: AnyRow): Promise<string> {
  const answer = await send('POST', '', { ...(await examples.inputFor(courtCase)), ...dates })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const datesOf = async (id: string) => {
  const { open_date, close_date } = (await api.call({ as, url: `/api/v1/case/${id}` })).json()
  return [open_date, close_date]
}

test('a new case that closes before it opens is refused, and one that closes the same day is not', async () => {
  const body = await examples.inputFor(courtCase)
  const wrong = await send('POST', '', { ...body, open_date: '2026-03-05', close_date: '2026-03-04' })
  expect([wrong.status, wrong.json().errors]).toMatchObject(refused)
  await makeCase({ open_date: '2026-03-04', close_date: '2026-03-04' })
})

test.each([{ close_date: '2026-03-04' }, { open_date: '2026-04-02' }])(
  'a change of one date that puts both out of order is refused: %j',
  async (change) => {
    const id = await makeCase({ open_date: '2026-03-05', close_date: '2026-04-01' })
    const wrong = await send('PUT', `/${id}`, change)
    expect([wrong.status, wrong.json().errors]).toMatchObject(refused)
    expect(await datesOf(id)).toEqual(['2026-03-05', '2026-04-01'])
  },
)

test('of several cases that are closed at once, those that open later are named and left as they are', async () => {
  const early = await makeCase({ open_date: '2026-03-05', close_date: null })
  const late = await makeCase({ open_date: '2026-05-05', close_date: null })
  const body = { ids: [early, late], values: { close_date: '2026-04-01' } }
  for (const rehearse of [true, false]) {
    const answer = await send('POST', '/bulk-update', { ...body, rehearse })
    const outcomes = answer.json().outcomes as { id: string; isDone: boolean; reason?: string }[]
    expect(outcomes.find(({ id }) => id === early)).toMatchObject({ isDone: true })
    expect(outcomes.find(({ id }) => id === late)).toMatchObject({ isDone: false, reason: expect.any(String) })
  }
  expect(await datesOf(early)).toEqual(['2026-03-05', '2026-04-01'])
  expect(await datesOf(late)).toEqual(['2026-05-05', null])
})

test('a row of a file that puts the dates out of order is refused by name, for a new case and a known one', async () => {
  const id = await makeCase({ open_date: '2026-03-05', close_date: null })
  const import_ = (lines: readonly string[]) =>
    api.call({
      ...{ as, method: 'POST', url: '/api/v1/case/import?mode=commit', body: lines.join('\r\n') },
      headers: { 'content-type': 'text/csv' },
    })
  const known = (await import_(['Id,Close date', `${id},2026-03-04`])).json()
  expect(known.errors, JSON.stringify(known)).toMatchObject([{ column: 'Close date' }])
  expect(await datesOf(id)).toEqual(['2026-03-05', null])
  const { name, case_number, matter_id, assigned_timekeepers, jurisdiction_id } = await examples.inputFor(courtCase)
  const cells = [name, case_number, matter_id, assigned_timekeepers, jurisdiction_id].map(String)
  const fresh = (
    await import_([
      'Name,Case number,Matter,Assigned timekeepers,Jurisdiction,Open date,Close date',
      `${cells.join()},2026-03-05,2026-03-04`,
    ])
  ).json()
  expect(fresh.errors, JSON.stringify(fresh)).toMatchObject([{ column: 'Close date' }])
})
