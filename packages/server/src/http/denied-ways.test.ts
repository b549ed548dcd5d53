import { camelCase } from '@courtcrier/contract/names.ts'
import { waysFromFiling } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { plantFiling } from '../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let caseId: string

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  const filing = await plantFiling(api.services, {
    documents: [{ title: 'Order', number: '1', content: 'Order' }],
    isProcessed: true,
  })
  caseId = filing.caseId
  const { jurisdiction_id } = (await send('GET', `case/${caseId}`, undefined, 'Administrator')).json()
  const judge = (await send('POST', 'judge', { name: 'Judge Secretjudge', jurisdiction_id }, 'Administrator')).json().id
  await withSystem(api.services.database, async (trx) => {
    await sql`update cases set name = 'Secretcase', judge_id = ${judge}::uuid where firm_id = 1`.execute(trx)
    await sql`update matters set name = 'Secretmatter', number = 'Secretmatter' where firm_id = 1`.execute(trx)
    await sql`update clients set name = 'Secretclient', number = 'Secretclient' where firm_id = 1`.execute(trx)
    await sql`insert into storage_policies (firm_id, id, name, document_path, document_name, dms_credential_id)
      select 1, ${policy}::uuid, 'Secretpolicy', 'x', 'y', dms_credential_id from storage_policies
      where firm_id = 1 limit 1`.execute(trx)
    await sql`update clients set storage_policy_id = ${policy}::uuid where firm_id = 1`.execute(trx)
    await sql`update cases set storage_policy_id = null where firm_id = 1`.execute(trx)
  })
})
afterAll(() => api.close())

const policy = newId()
const send = (method: 'GET' | 'POST', path: string, body?: object, as: 'Administrator' | 'Manager' = 'Manager') =>
  api.call({ as, method, url: `/api/v1/${path}`, ...(body ? { body } : {}) })

/** Returns everything these routes answer, with templates and conditions that use every record a filing leads to. */
async function everything(): Promise<string> {
  const path = '{{client.name}}/{{client.number}}/{{matter.name}}/{{matter.number}}/{{case.name}}'
  const body = ['client.name', 'client.number', 'matter.name', 'matter.number', 'case.name', 'case.judge']
  const answers = [
    await send('POST', 'storage_policy/try', {
      document_path: path,
      document_name: '{{case.name}} {{client.name}}',
    }),
    await send('POST', 'email_template/preview', {
      subject: '{{case.name}}',
      body: body.map((name) => `{{${name}}}`).join(' '),
    }),
    await send('GET', `storage_hierarchy/case/${caseId}`),
  ]
  for (const answer of answers) expect(answer.status, answer.text).toBe(200)
  return answers.map(({ text }) => text).join()
}

/** Returns whether a condition on the value matches the filing. */
async function isCaught(field: string, value: string): Promise<boolean> {
  const answer = await send('POST', 'notification_rule/try', { template: `${field} contains "${value}"` })
  expect(answer.json().problem, answer.text).toBeUndefined()
  return Number(answer.json().count) > 0
}

async function deny(resource: string, field: string): Promise<void> {
  const names = [
    'case',
    'client',
    'matter',
    'judge',
    'envelope',
    'document',
    'storage_policy',
    'email_template',
    'firm',
  ]
  const open = [
    ...names,
    'inbox_item',
    'notification_rule',
    'location',
    'practice_group',
    'ecfx_jurisdiction',
    'jurisdiction',
  ]
  const grants = Object.fromEntries(open.map((name) => [`${name}_access`, 'READ']))
  const made = await send(
    'POST',
    'user_security_role',
    {
      ...{ name: newId(), ...grants, user_ids: [api.userIds[1].Manager] },
      [`${resource}_permissions`]: field ? { [field]: 'DENY' } : {},
    },
    'Administrator',
  )
  expect(made.status, made.text).toBe(201)
  await api.giveRole('Manager', String(made.json().id))
}

test('a role that may see the whole path sees the values', async () => {
  await deny('client', '')
  const text = await everything()
  for (const word of ['Secretclient', 'Secretmatter', 'Secretcase', 'Secretjudge', 'Secretpolicy'])
    expect(text).toContain(word)
  expect(await isCaught('client', 'Secretclient')).toBe(true)
})

const behind = {
  matter: ['Secretmatter', 'Secretclient', 'Secretpolicy'],
  case: ['Secretcase', 'Secretmatter', 'Secretclient', 'Secretjudge'],
  client: ['Secretclient', 'Secretpolicy'],
  judge: ['Secretjudge'],
} as const

test.each([
  ['envelope', 'case_id', 'case'],
  ['case', 'matter_id', 'matter'],
  ['matter', 'client_id', 'client'],
  ['case', 'judge_id', 'judge'],
] as const)('no preview, trial or hierarchy reveals what %s.%s leads to', async (resource, field, to) => {
  expect(waysFromFiling[to].at(-1)?.[1]).toBe(camelCase(field))
  await deny(resource, field)
  const previews = await everything()
  // A case is looked up by its own ID in the hierarchy, not through a filing.
  const words = resource === 'envelope' ? [] : behind[to]
  for (const word of words) expect(previews).not.toContain(word)
  for (const word of behind[to]) {
    if (word === 'Secretpolicy') continue
    const fact = { Secretclient: 'client', Secretmatter: 'matter', Secretcase: 'case', Secretjudge: 'judge' }[word]
    expect(await isCaught(fact, word), word).toBe(false)
  }
})

test('the storage policy of a record is named only to roles that may know it has one', async () => {
  await deny('client', 'storage_policy_id')
  const { text } = await send('GET', `storage_hierarchy/case/${caseId}`)
  expect(text).not.toContain('Secretpolicy')
  expect(text).toContain('Secretclient')
})

test('the log names no users to a role that may not see them', async () => {
  await send('POST', 'page_views', { paths: ['/cases'] }, 'Administrator')
  const read = () => send('GET', 'system_event/search?max=200')
  const role = { name: newId(), system_event_access: 'READ', user_ids: [api.userIds[1].Manager] }
  const made = await send('POST', 'user_security_role', role, 'Administrator')
  await api.giveRole('Manager', String(made.json().id))
  expect((await read()).text).toContain('page view')
  expect((await read()).text).not.toContain('Ada Administrator')
  expect((await send('GET', 'system_event/search?freeText=Ada')).json().system_events).toEqual([])
  const whole = await send('GET', 'system_event/search?max=200', undefined, 'Administrator')
  expect(whole.text).toContain('Ada Administrator viewed /cases.')
})
