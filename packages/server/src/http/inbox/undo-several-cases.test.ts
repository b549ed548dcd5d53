import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { type NoticeBench, openNoticeBench } from '../../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { undoRoutes } from '../undo.ts'
import { inboxRoutes } from './inbox.ts'

let api: TestApi
let bench: NoticeBench
let cases: Record<'sure' | 'doubtful', string>
const credential = newId()

/** The firm saves notices to a DMS. */
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
      undoRoutes(app, services)
    },
  })
  bench = await openNoticeBench(api.services)
  await bench.add('credentials', { name: 'DMS', kind: 'generic_credential' }, credential)
  await bench.add('generic_credentials', { name: 'DMS', driver: 'FILE_SYSTEM', folder_id: '/' }, credential)
  const policy = await bench.add('storage_policies', {
    ...{ name: 'Policy', document_path: '{{ case.name }}', document_name: '{{ document.title }}' },
    ...{ dms_credential_id: credential, store_documents: false, store_email: 'eml' },
  })
  await bench.query(sql`update firms set storage_policy_id = ${policy}::uuid where firm_id = 1`)
  cases = {
    sure: await addCase('3:26-cv-1', 'Calder v. Northgate'),
    doubtful: await addCase('3:26-cv-2', 'Ortiz v. Roe'),
  }
})
afterAll(async () => {
  await bench.close()
  await api.close()
})

let jurisdiction: Promise<string> | undefined

/** Adds a case, whose notices wait for no email. */
async function addCase(number: string, name: string): Promise<string> {
  const person = { full_name: name, email: `${number.at(-1)}@one.example`, notification_cadence: 'DAILY' }
  const people = [await bench.add('timekeepers', person)]
  const client = await bench.add('clients', { name, number })
  const matter = await bench.add('matters', { name, number, client_id: client })
  jurisdiction ??= bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  const of = { jurisdiction_id: await jurisdiction, matter_id: matter, assigned_timekeepers: people }
  return bench.add('cases', { name, case_number: number, ...of })
}

const setHealth = (health: string) =>
  bench.query(sql`update credentials set health = ${health}, checked_at = now() where id = ${credential}::uuid`)

const copiesOf = async (itemId: string) => {
  const rows = await bench.query(sql<{ caseId: string; status: string; path: string }>`
    select case_id as "caseId", status, path from document_copies where inbox_item_id = ${itemId}::uuid`)
  return Object.fromEntries(rows.map(({ caseId, status, path }) => [caseId, [status, path]]))
}

const post = async (path: string, body: object = {}) => {
  const answer = await api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/${path}`, body })
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

test('undoing the choice of a case cancels the copies for all of the filing’s cases, and choosing again saves them', async () => {
  await setHealth('failing')
  const item = await bench.send({
    ...{ court: 'cand', number: '3:26-cv-1', name: 'Calder v. Northgate' },
    dockets: [{ number: '3:26-cv-2', name: 'Quill v. Harlan' }],
  })
  expect(item.status).toBe('Action Required')
  const choose = () => post(`inbox/${item.id}/choose-case`, { case_id: cases.doubtful })
  const { undo_id: undoId } = await choose()
  const all = (status: string, path: (name: string) => string) => ({
    [cases.sure]: [status, path('Calder v. Northgate')],
    [cases.doubtful]: [status, path('Ortiz v. Roe')],
  })
  const inFolder = (name: string) => `${name}/Notice.eml`
  await expect.poll(() => copiesOf(item.id)).toEqual(all('delayed', inFolder))
  await post(`undo/${undoId}`)
  expect(await copiesOf(item.id)).toEqual(all('canceled', inFolder))
  expect(await bench.read(item.id)).toMatchObject({ status: 'Action Required', caseId: null })
  await setHealth('unknown')
  await choose()
  await expect.poll(() => copiesOf(item.id), { timeout: 60_000 }).toEqual(all('succeeded', inFolder))
})
