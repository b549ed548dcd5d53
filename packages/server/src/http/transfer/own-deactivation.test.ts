import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { runImportJob } from '../../records/transfer/import-job.ts'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { importRoutes } from './import.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
    },
  })
})
afterAll(() => api.close())

/** Sends a file of users, which is imported or saved for an import, and returns the ID. */
async function send(as: TestRole, path: string, lines: readonly string[]): Promise<string> {
  const answer = await api.call({
    ...{ as, method: 'POST', url: `/api/v1/user/${path}` },
    ...{ headers: { 'content-type': 'text/csv' }, body: lines.join('\r\n') },
  })
  expect(answer.status, answer.text).toBeLessThan(300)
  return String(answer.json().id)
}

async function importLater(as: TestRole, lines: readonly string[]): Promise<string> {
  const id = await send(as, 'import/upload?file_name=some.csv', lines)
  await withFirm(api.services.database, 1, (trx) =>
    sql`update import_runs set status = 'waiting', mode = 'commit' where id = ${id}::uuid`.execute(trx),
  )
  await runImportJob(api.services, { data: { firmId: 1, id } })
  return id
}

test.each([
  ['at once', 'Manager', (as: TestRole, lines: readonly string[]) => send(as, 'import?mode=commit', lines)],
  ['in the background', 'View Only', importLater],
] as const)(
  'an administrator who deactivates themselves by an import that runs %s is signed out, and all of it is written',
  async (when, own, run) => {
    const ids = api.userIds[1]
    await api.giveRole(own, api.firms[1].roleIds.Administrator)
    const expected = [
      [ids.Administrator, `First, ${when}`, true],
      [ids[own], `Own, ${when}`, false],
      [ids.Docketing, `Last, ${when}`, true],
    ] as const
    const lines = expected.map(([id, name, isActive]) => `${id},"${name}",${isActive}`)
    const id = await run(own, ['Id,Full name,May sign in', ...lines])
    const state = await api.call({ as: 'Administrator', url: `/api/v1/import_run/${id}/state` })
    expect(state.json(), state.text).toMatchObject({ status: 'committed', counts: { changed: 3, error: 0 } })
    const { users } = (await api.call({ as: 'Administrator', url: '/api/v1/user/search' })).json()
    const found = (users as AnyRow[]).map((user) => [user.id, user.full_name, user.is_active])
    expect(found).toEqual(expect.arrayContaining(expected.map((row) => [...row])))
    await expect.poll(async () => (await api.call({ as: own, url: '/api/v1/auth/me.json' })).status).toBe(401)
  },
)
