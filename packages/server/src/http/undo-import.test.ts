import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { importRoutes } from './transfer/import.ts'
import { undoRoutes } from './undo.ts'

// As for a deletion of the record.
const inUse = 'This record is used by 1 matter. It can be deactivated instead: Status: Closed.'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      undoRoutes(app, services)
    },
  })
})
afterAll(() => api.close())

interface Imported {
  id: string
  undo_id?: string
  status: string
  counts: Record<string, number>
}

async function importing(
  entity: string,
  lines: readonly string[],
  { query = 'mode=commit', token = '' } = {},
): Promise<Imported> {
  const answer = await api.call({
    ...(token === '' ? { as: 'Docketing' as const } : {}),
    method: 'POST',
    url: `/api/v1/${entity}/import?${query}`,
    headers: { 'content-type': 'text/csv', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) },
    body: lines.join('\r\n'),
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as Imported
}

async function undo(id: string | undefined, as: TestRole = 'Docketing') {
  const answer = await api.call({ as, method: 'POST', url: `/api/v1/undo/${id}` })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { done: number; refused: number; outcomes: RowOutcome[] }
}

/** Returns all rows of a table with all columns, in order, without the time of the last change. */
async function table(name: string): Promise<unknown[]> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) - 'updated_at' as row from ${sql.table(name)} t order by id`.execute(trx),
  )
  return rows.map(({ row }) => row)
}

async function idOf(number: string): Promise<string> {
  const answer = await api.call({ as: 'Administrator', url: `/api/v1/client/search?freeText=${number}` })
  return String((answer.json().clients as { id: string }[])[0]?.id)
}

async function change(id: string, body: object) {
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url: `/api/v1/client/${id}`, body })
  expect(answer.status, answer.text).toBe(200)
}

describe('an import is undone as a whole', () => {
  test('rows it created, changed and deleted; the undo has the ID of the import and 7 days', async () => {
    await importing('client', ['Name,Number,Status', 'Kept,K-1,Active', 'Changes,K-2,Active', 'Goes,K-3,Closed'])
    const before = await table('clients')
    const run = await importing(
      'client',
      ['Name,Number,Status', 'Kept,K-1,Active', 'Changed,K-2,Closed', 'New,K-4,Active'],
      {
        query: 'mode=commit&delete_missing=true',
      },
    )
    expect(run.counts).toMatchObject({ new: 1, changed: 1, unchanged: 1, deleted: 1 })
    expect(run.undo_id).toBe(run.id)
    const about = (await api.call({ as: 'Docketing', url: `/api/v1/undo/${run.id}` })).json()
    expect(about).toMatchObject({ entity: 'client', kind: 'import', count: 3, remaining: 3 })
    expect(Date.parse(String(about.expires_at)) - Date.parse(String(about.created_at))).toBe(7 * 24 * 3_600_000)
    expect(await undo(run.undo_id)).toMatchObject({ done: 3, refused: 0 })
    expect(await table('clients')).toEqual(before)
    const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=by%20an%20undo' })
    for (const words of ['\\"New\\" was deleted', '\\"Goes\\" was created', '\\"Changes\\" was changed'])
      expect(log.text).toContain(`Client ${words} by an undo.`)
  })

  test('values that moved from row to row move back the same way', async () => {
    await importing('client', ['Name,Number', 'First,S-1', 'Second,S-2'])
    const before = await table('clients')
    const [first, second] = [await idOf('S-1'), await idOf('S-2')]
    const lines = ['Id,Name,Number', `${first},First,S-9`, `${second},Second,S-1`]
    const run = await importing('client', lines)
    expect(run.counts).toMatchObject({ changed: 2, error: 0 })
    expect(await undo(run.undo_id)).toMatchObject({ done: 2, refused: 0 })
    expect(await table('clients')).toEqual(before)
  })

  test('an import with two rows about one record changes nothing, so that there is nothing to undo', async () => {
    await importing('client', ['Name,Number,Status', 'About,AB-1,Active'])
    const before = await table('clients')
    const id = await idOf('AB-1')
    const run = await importing('client', ['Id,Name,Number,Status', `${id},Renamed,AB-1,Active`, `,About,AB-1,Closed`])
    expect(run.counts).toMatchObject({ new: 0, changed: 1, error: 1 })
    expect(run.undo_id).toBeUndefined()
    expect(await table('clients')).toEqual(before)
  })

  test('more rows than one batch, except those that someone changed or uses, or whose number is taken', async () => {
    const lines = Array.from({ length: 1203 }, (_, n) => `Many ${n},MANY-${n}`)
    await importing('client', ['Name,Number', 'Many 0,MANY-0', 'Many 1,MANY-1'])
    const renamed = lines.map((line) => line.replace('Many', 'Renamed'))
    const run = await importing('client', ['Name,Number', ...renamed])
    expect(run.counts).toMatchObject({ new: 1201, changed: 2 })
    await change(await idOf('MANY-700'), { status: 'Closed' })
    const used = await idOf('MANY-701')
    const matter = { name: 'Uses it', number: 'MANY-M', client_id: used }
    await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/matter', body: matter })
    const first = await undo(run.undo_id)
    expect([first.done, first.refused, first.outcomes.length]).toEqual([1201, 2, 1000])
    expect(first.outcomes.slice(0, 2).map(({ title, reason }) => [title, reason])).toEqual(
      expect.arrayContaining([
        ['Renamed 700', 'Someone has changed this record since.'],
        ['Renamed 701', inUse],
      ]),
    )
    const left = await api.call({ as: 'Administrator', url: '/api/v1/client/search?freeText=MANY-&sort=number' })
    expect((left.json().clients as { name: string }[]).map(({ name }) => name)).toEqual([
      'Many 0',
      'Many 1',
      'Renamed 700',
      'Renamed 701',
    ])
  })

  test('an import that changed nothing and a dry run have no undo', async () => {
    await importing('client', ['Name,Number', 'Twice,T-1'])
    expect((await importing('client', ['Name,Number', 'Twice,T-1'])).undo_id).toBeUndefined()
    expect((await importing('client', ['Name,Number', 'Dry,T-2'], { query: 'mode=dry_run' })).undo_id).toBeUndefined()
  })

  test('an import by a program can be undone by those who may change the firm', async () => {
    const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/firm/import-token' })
    const run = await importing('client', ['Name,Number', 'By program,PR-1'], { token: String(made.json().token) })
    expect((await api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/undo/${run.undo_id}` })).status).toBe(403)
    expect(await undo(run.undo_id, 'Administrator')).toMatchObject({ done: 1 })
  })
})
