import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { resourceRoutes } from '../http/resources.ts'
import { undoRoutes } from '../http/undo.ts'
import { type ApiAnswer, openTestApi, type TestApi, type TestRole } from './api.ts'

let api: TestApi
let last = 0

/** Opens an API for tests of undo; the functions below call the one opened last. */
export async function openUndoApi(): Promise<TestApi> {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      undoRoutes(app, services)
    },
  })
  return api
}

export type Body = Readonly<Record<string, unknown>>
export interface Made {
  id: string
  undoId: string
}

export function send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: Body, as: TestRole = 'Administrator') {
  return api.call({ as, method, url: `/api/v1/${path}`, ...(body ? { body } : {}) })
}

export async function done(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: Body,
  as: TestRole = 'Administrator',
): Promise<Made> {
  const answer = await send(method, path, body, as)
  expect([200, 201, 204], answer.text).toContain(answer.status)
  return { id: method === 'POST' ? String(answer.json().id) : '', undoId: undoIdOf(answer) }
}

export function undoIdOf(answer: ApiAnswer): string {
  return String(answer.headers['x-undo-id'] ?? '')
}

export function makeClient(name: string, more: Body = {}, as: TestRole = 'Administrator'): Promise<Made> {
  last += 1
  return done('POST', 'client', { name, number: `U-${last}`, ...more }, as)
}

export async function read(path: string): Promise<Record<string, unknown> | undefined> {
  const answer = await api.call({ as: 'Administrator', url: `/api/v1/${path}` })
  return answer.status === 200 ? answer.json() : undefined
}

/** Returns the row with all its columns, including those that no answer contains. */
export async function record(table: string, id: string): Promise<unknown> {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql`select to_jsonb(t) as row from ${sql.table(table)} t where id = ${id}::uuid`.execute(trx),
  )
  return rows[0]
}

/** A record as it is expected to be after it came back, which is a change of its own. */
export function withNewVersion(before: unknown): unknown {
  const { row } = before as { row: Record<string, unknown> }
  return { row: { ...row, updated_at: expect.not.stringMatching(String(row.updated_at)) } }
}

export async function undo(id: string, as: TestRole = 'Administrator') {
  const answer = await send('POST', `undo/${id}`, undefined, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { done: number; refused: number; outcomes: RowOutcome[] }
}
