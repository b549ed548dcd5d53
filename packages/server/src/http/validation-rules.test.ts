import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '../base/db/changes.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
const ids: Record<string, string> = {}
beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
  ids.client = await make('client', { name: 'Meridian Freight Co.', number: 'C-1' })
  ids.matter = await make('matter', { name: 'Ortiz', number: 'M-1', client_id: ids.client })
  ids.timekeeper = await make('timekeeper', { full_name: 'Mara Lowe' })
  ids.jurisdiction = await make('jurisdiction', { name: 'N.D. California' })
})
afterAll(() => api.close())

const post = (entity: string, body: AnyRow) =>
  api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })

async function make(entity: string, body: AnyRow): Promise<string> {
  const answer = await post(entity, body)
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const required = 'This field is required.'
const items = 'At least one item is required.'
const domain = 'Must be a valid domain such as example.com.'
const address = 'Must be a web address such as https://example.com/notices.'
const noCase = 'Must be a docket number, or the name of a case with its parties, such as Calder v. Northgate.'
const unseen = 'Must not contain control characters or invisible characters.'
const outside = 'Must stay below the folder of the DMS: without "..", a drive or a server.'
const late = 'Minutes wait before unstamped release must be less than max minutes wait for stamp.'

/** The rules of section 5 of the specification: the input, the refused field, and the message. */
const rules: readonly (readonly [entity: string, body: AnyRow, field: string, message: string])[] = [
  ['case', {}, 'name', required],
  ['case', {}, 'case_number', required],
  ['case', {}, 'matter_id', required],
  ['case', {}, 'jurisdiction_id', required],
  ['case', {}, 'assigned_timekeepers', items],
  ['jurisdiction', {}, 'name', required],
  ['auto_case_creation', { name: 'A' }, 'timekeepers', 'A timekeeper or a party email domain is required.'],
  ['auto_case_creation', { name: 'A', party_email_domains: ['no domain'] }, 'party_email_domains', domain],
  ['client', {}, 'name', required],
  ['client', {}, 'number', required],
  ['matter', {}, 'name', required],
  ['matter', {}, 'number', required],
  ['matter', {}, 'client_id', required],
  ['department', {}, 'name', required],
  ['department', {}, 'number', required],
  ['location', {}, 'name', required],
  ['location', {}, 'code', required],
  ['practice_group', {}, 'name', required],
  ['practice_group', {}, 'practice_code', required],
  ['judge', {}, 'name', required],
  ['judge', {}, 'jurisdiction_id', required],
  ['ignored_case', {}, 'case_number', required],
  ['ignored_case', {}, 'ecfx_jurisdiction_id', required],
  ['ignored_case', { case_number: 'Sealed v. Sealed', ecfx_jurisdiction_id: 'cand' }, 'case_number', noCase],
  ['storage_policy', {}, 'name', required],
  ['storage_policy', { name: 'P' }, 'dms_credential_id', required],
  ['storage_policy', { name: 'P', document_path: 'a/../../b' }, 'document_path', outside],
  ['storage_policy', { name: 'P', document_path: 'C:\\files' }, 'document_path', outside],
  ...["{{ '..' }}/x", "{{ '%2e%2e' | url_decode }}/x", "{% if case.status == 'Closed' %}..{% endif %}/x"].map(
    (document_path) => ['storage_policy', { name: 'P', document_path }, 'document_path', outside] as const,
  ),
  ['storage_policy', { name: 'P', document_path: "{{ 'C' }}:/files" }, 'document_path', outside],
  ['storage_policy', { name: 'P', document_path: '{{ "a\\u202eb" }}' }, 'document_path', unseen],
  ['storage_policy', { name: 'P', document_path: 'a\u200b/b' }, 'document_path', unseen],
  ['storage_policy', { name: 'P', document_name: '../{{ document.title }}' }, 'document_name', outside],
  ['storage_policy', { name: 'P', document_name: '{{ "\\n" }}' }, 'document_name', unseen],
  [
    'storage_policy',
    { name: 'P', document_properties: { Matter: '{{ matter.nmae }}' } },
    'document_properties',
    expect.stringContaining('There is no value "matter.nmae"'),
  ],
  ['generic_credential', { name: 'G', folder_id: 'a\u2066b' }, 'folder_id', unseen],
  ['generic_credential', { name: 'G', folder_id: 'a\\ .. ' }, 'folder_id', outside],
  ['generic_credential', { name: 'G', folder_id: '//server/share' }, 'folder_id', outside],
  ['timekeeper_group', {}, 'name', required],
  ['timekeeper_group', {}, 'time_zone', required],
  ['ethical_wall', { name: 'W' }, 'timekeeper_ids', items],
  ['user_security_role', {}, 'name', required],
  ['user_security_role', { name: 'R' }, 'user_ids', items],
  ['user_security_role', { name: 'R', user_ids: [] }, 'user_ids', items],
  ['webhook', {}, 'name', required],
  ['webhook', {}, 'url', required],
  ['webhook', {}, 'events', items],
  ['webhook', { url: 'ftp://x.example' }, 'url', address],
  ['webhook', { url: 'https://me:secret@x.example' }, 'url', address],
  ['notification_rule', { name: 'R' }, 'include_emails', 'At least one email is required.'],
  ['notification_rule', { name: 'R', exclude_emails: ['x'] }, 'exclude_emails', 'Must be a valid email.'],
  ['email_template', {}, 'name', required],
  ['timekeeper', { full_name: 'X', email: 'x' }, 'email', 'Must be a valid email.'],
  ['timekeeper_group', { name: 'x'.repeat(121) }, 'name', 'Length less than 121 characters.'],
  [
    'notification_rule',
    { include_emails: ['a@b.example', 'A@b.example'] },
    'include_emails',
    'This item is already in the list.',
  ],
  ['imanage_cloud_credential', { customer_id: 'x' }, 'customer_id', 'Must be a number.'],
  ...['name', 'base_url', 'username', 'password', 'client_id', 'client_secret', 'database', 'author_field'].map(
    (field) => ['imanage_cloud_credential', {}, field, required] as const,
  ),
  ...['document_class', 'document_subclass', 'customer_id'].map(
    (field) => ['imanage_server_credential', {}, field, required] as const,
  ),
  ...['api_key', 'api_secret', 'base_url'].map((field) => ['filevine_credential', {}, field, required] as const),
  ['box_client_credential', {}, 'folder_id', required],
  ['generic_credential', { name: 'G', driver: 'WEBDAV' }, 'password', required],
  ['generic_credential', { name: 'G', driver: 'S3' }, 'api_secret', required],
  ...['base_url', 'upload_path', 'read_path'].map(
    (field) => ['generic_credential', { name: 'G', driver: 'REST' }, field, required] as const,
  ),
  ['generic_credential', { upload_path: '/a/{pfad}' }, 'upload_path', 'There is no placeholder named pfad here.'],
  ['generic_credential', { read_path: '/a/{token}' }, 'read_path', 'There is no placeholder named token here.'],
  ['neos_credential', { headers: { Key: '{answer:id}' } }, 'headers', 'There is no placeholder named answer:id here.'],
  ['neos_credential', { headers: { 'a b': 'c' } }, 'headers', 'Must be the name of a header, such as Authorization.'],
]

describe('refused values', () => {
  test.each(rules)('%s %j: %s: %s', async (entity, body, field, message) => {
    const answer = await post(entity, body)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.json().errors).toContainEqual(expect.objectContaining({ field, message }))
  })

  test.each([
    ['auto_case_creation', { name: 'Lone', party_email_domains: ['acme'] }, 'party_email_domains'],
    ['ethical_wall', { name: 'Lone', client_id: 'none', timekeeper_ids: [] }, 'timekeeper_ids client_id'],
    ['notification_rule', { name: 'Lone', exclude_emails: ['x'] }, 'exclude_emails'],
  ])('%s %j: only what was entered wrong, not that it is missing', async (entity, body, fields) => {
    const { errors } = (await post(entity, body)).json() as { errors: { field: string }[] }
    expect(errors.map(({ field }) => field).toSorted()).toEqual(fields.split(' ').toSorted())
  })

  test('a jurisdiction with an existing name', async () => {
    const answer = await post('jurisdiction', { name: 'N.D. California' })
    expect([answer.status, answer.json().detail]).toEqual([
      409,
      'Error code: 409. Entity already exists. Make sure fields are unique.',
    ])
    expect(answer.text).toContain('"field":"name"')
  })

  test.each([
    [30, 30],
    [60, 30],
  ])('an unstamped release after %i minutes of a %i-minute wait', async (released, most) => {
    const body = { name: 'P', max_minutes_wait_for_stamp: most, minutes_wait_before_unstamped_release: released }
    expect((await post('document_processing', body)).json().errors).toMatchObject([
      { field: 'minutes_wait_before_unstamped_release', message: late },
    ])
  })

  test('the same by changing one of the two', async () => {
    const body = { name: 'Q', max_minutes_wait_for_stamp: 30, minutes_wait_before_unstamped_release: 10 }
    const url = `/api/v1/document_processing/${await make('document_processing', body)}`
    const change = { max_minutes_wait_for_stamp: 5 }
    expect((await api.call({ as: 'Administrator', method: 'PUT', url, body: change })).text).toContain(late)
  })

  test('billing items without what the service requires', async () => {
    const body = { name: 'F', base_url: 'https://x.example', api_key: 'k', api_secret: 's', create_billing_items: true }
    const { errors } = (await post('filevine_credential', body)).json()
    expect(errors).toMatchObject([
      { field: 'billing_item_time_code', message: 'A billing item time code or time code 2 is required.' },
      ...['description', 'quantity', 'rate', 'user'].map((part) => ({
        field: `billing_item_${part}`,
        message: required,
      })),
    ])
  })
})

describe('an ethical wall', () => {
  const wall = () => ({ name: 'W', timekeeper_ids: [ids.timekeeper] })

  test('is around a matter or a client', async () => {
    expect((await post('ethical_wall', wall())).json().errors).toMatchObject([
      { field: 'matter_id', message: 'A matter or a client is required.' },
    ])
  })

  test('is created, changed and removed only by users without a timekeeper', async () => {
    const id = await make('ethical_wall', { ...wall(), matter_id: ids.matter })
    const admin = api.userIds[1].Administrator
    // In the database, since no one can change their own timekeeper.
    const become = (timekeeper: string | null) =>
      withFirm(api.services.database, 1, async (trx) => {
        await sql`update users set timekeeper_id = ${timekeeper}::uuid where firm_id = 1 and id = ${admin}::uuid`.execute(
          trx,
        )
        await announce(trx, { firmId: 1, entity: 'user', ids: [admin] })
      })
    await become(ids.timekeeper ?? null)
    const url = `/api/v1/ethical_wall/${id}`
    const refused = [
      await post('ethical_wall', { ...wall(), name: 'V', matter_id: ids.matter }),
      await api.call({ as: 'Administrator', method: 'PUT', url, body: { name: 'Moved' } }),
      await api.call({ as: 'Administrator', method: 'DELETE', url }),
    ]
    for (const answer of refused)
      expect([answer.status, answer.json().detail]).toEqual([
        403,
        'Only users without a timekeeper may manage ethical walls.',
      ])
    await become(null)
    await expect.poll(async () => (await api.call({ as: 'Administrator', method: 'DELETE', url })).status).toBe(204)
  })
})

describe('a predefined role', () => {
  test.each(['Administrator', 'Manager', 'View Only', 'Docketing'] as const)(
    '%s is neither removed nor emptied',
    async (name) => {
      const url = `/api/v1/user_security_role/${api.firms[1].roleIds[name]}`
      const removed = await api.call({ as: 'Administrator', method: 'DELETE', url })
      expect([removed.status, removed.json().detail]).toEqual([409, 'Predefined roles cannot be removed.'])
      const emptied = await api.call({ as: 'Administrator', method: 'PUT', url, body: { case_access: 'DENY' } })
      expect([emptied.status, emptied.text]).toEqual([
        400,
        expect.stringContaining('Predefined roles cannot be changed.'),
      ])
    },
  )

  test('keeps its last administrator', async () => {
    const url = `/api/v1/user/${api.userIds[1].Administrator}`
    const admin = { as: 'Administrator', url } as const
    const role = { security_role_id: api.firms[1].roleIds.Manager }
    for (const body of [role, { is_active: false }])
      expect((await api.call({ ...admin, method: 'PUT', body })).text).toContain('no administrator left')
    const removed = await api.call({ ...admin, method: 'DELETE' })
    expect([removed.status, removed.json().detail]).toEqual([409, 'The last administrator cannot be removed.'])
  })
})
