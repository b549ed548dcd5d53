import { permissionSubjects } from '@courtcrier/contract/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { plantFiling, type TestFiling } from '../outbox/copies/test-filing.ts'
import { runExport } from '../records/transfer/export-job.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { makeExamples } from '../testing/examples.ts'
import { productRoutes } from './routes.ts'

/** No wall applies to this user. */
const free = 'Administrator'
/** May change the firm, and is the timekeeper that walls are about. */
const held = 'Manager'

let api: TestApi
let bob: string
let filing: TestFiling
let examples: ReturnType<typeof makeExamples>

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  bob = String((await write('POST', 'timekeeper', { full_name: 'Bob Held' })).id)
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  await write('POST', 'user_security_role', { name: 'All', ...grants, user_ids: [api.userIds[1][held]] })
  await system(sql`update users set timekeeper_id = ${bob}::uuid where id = ${api.userIds[1][held]}::uuid`)
  filing = await plantFiling(api.services)
  examples = makeExamples(api)
  api.services.jobs.work('export', (job) => runExport(api.services, job), { concurrency: 1 })
})
afterAll(() => api.close())
beforeEach(() => system(sql`delete from ethical_walls`))

const system = (work: ReturnType<typeof sql>) => withSystem(api.services.database, (trx) => work.execute(trx))

async function write(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
  const answer = await api.call({ as: free, method, url: `/api/v1/${url}`, ...(body && { body }) })
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.text ? answer.json() : {}
}

const wall = (people: readonly string[]) =>
  system(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${newId()}::uuid, ${newId()}, 'EXCLUSIONARY', matter_id, ${people}::uuid[]
    from cases where id = ${filing.caseId}::uuid`)

/** Creates a case in the walled matter with this name and deletes it: the log keeps its name. */
async function deleteCase(name: string): Promise<void> {
  const id = await examples.idOfNew('case')
  await system(sql`update cases set matter_id = (select matter_id from cases where id = ${filing.caseId}::uuid)
    where id = ${id}::uuid`)
  await write('PUT', `case/${id}`, { name })
  await write('DELETE', `case/${id}`)
}

const logOf = async (as: TestRole) =>
  (await api.call({ as, url: '/api/v1/system_event/search?max=500&freeText=zyx' })).text

async function exportOf(entity: string): Promise<string> {
  const body = { file_name: 'log', format: 'csv' }
  const started = await api.call({ as: held, method: 'POST', url: `/api/v1/${entity}/export`, body })
  expect(started.status, started.text).toBeLessThan(300)
  const url = `/api/v1/export_run/${started.json().id}`
  await expect.poll(async () => (await api.call({ as: held, url })).json().status, { timeout: 60_000 }).toBe('done')
  return `${url}/file`
}

test.each(['system_event', 'case'])('an export of %s made before a wall is not handed out after it', async (entity) => {
  await write('PUT', `case/${filing.caseId}`, { name: `Zyxal ${newId()}` })
  const url = await exportOf(entity)
  expect((await api.call({ as: held, url })).text).toContain('Zyxal')
  await wall([newId()])
  expect((await api.call({ as: held, url })).status, 'a wall for another').toBe(200)
  await wall([bob])
  const refused = await api.call({ as: held, url })
  expect(refused.status).toBe(403)
  expect(refused.text).not.toContain('Zyxal')
})

test('an export of what no wall can be around is handed out all the same', async () => {
  const url = await exportOf('judge')
  await wall([bob])
  expect((await api.call({ as: held, url })).status).toBe(200)
})

test('the log names no deleted record that may have been behind a wall, even to those who may change the firm', async () => {
  await deleteCase('Zyxalbrun v. Doe')
  expect(await logOf(held)).toContain('Zyxalbrun')
  await wall([newId()])
  expect(await logOf(held), 'a wall for another').toContain('Zyxalbrun')
  await wall([bob])
  expect(await logOf(held)).not.toContain('Zyxalbrun')
  const file = await api.call({ as: held, url: await exportOf('system_event') })
  expect(file.status).toBe(200)
  expect(file.text).not.toContain('Zyxalbrun')
  expect(await logOf(free)).toContain('Zyxalbrun')
  await system(sql`update firms set internal_walls_enabled = false`)
  expect(await logOf(held), 'walls are off').toContain('Zyxalbrun')
  await system(sql`update firms set internal_walls_enabled = true`)
})

test('a timekeeper whose role may not change the firm sees no deleted record in the log', async () => {
  await deleteCase('Zyxalcrest v. Doe')
  const grants = Object.fromEntries(permissionSubjects.map((subject) => [`${subject}_access`, 'FULL']))
  const body = { name: newId(), ...grants, firm_access: 'READ', user_ids: [api.userIds[1]['View Only']] }
  await api.giveRole(held, String((await write('POST', 'user_security_role', body)).id))
  expect(await logOf(held)).not.toContain('Zyxalcrest')
  expect(await logOf(free)).toContain('Zyxalcrest')
})
