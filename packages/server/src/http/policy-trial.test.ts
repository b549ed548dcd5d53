import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { pastFilingSentence as did, type PastFiling, plantPastFiling } from '../testing/past-filing.ts'
import { resourceRoutes } from './resources.ts'
import { trialRoutes } from './trials.ts'

let api: TestApi
let filed: PastFiling

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      trialRoutes(app, services)
    },
  })
  filed = await plantPastFiling(api, 1, { client: 'Acme/Globex Corporation', document: 'Motion to Dismiss: Part 1?' })
  await plantPastFiling(api, 2, { client: 'Not yours', document: 'Secret' })
})
afterAll(() => api.close())

const ask = (draft: AnyRow, as: TestRole = 'Administrator') =>
  api.call({ as, method: 'POST', url: '/api/v1/storage_policy/try', body: draft })

interface Trial {
  caught: { id: string; title: string; did: string; would: string }[]
  count: number
  looked: number
  problems: { field: string; message: string }[]
  warnings: string[]
}

async function attempt(path: string, name: string, { as, ...more }: AnyRow & { as?: TestRole } = {}): Promise<Trial> {
  const answer = await ask({ document_path: path, document_name: name, ...more }, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as Trial
}

const whole = ['{{ client.name }}/{{ matter.number }}', '{{ document.number }} {{ document.title }}'] as const

test('a policy shows what it would have saved of past filings, where, and what a DMS would refuse, beside what was saved', async () => {
  const tried = await attempt(...whole)
  expect(tried).toMatchObject({ problems: [], count: 1, looked: 1 })
  expect(tried.caught).toMatchObject([
    {
      ...{ id: filed.item, title: 'Ortiz v. Meridian, 3:26-cv-00417', did },
      would: [
        '2 documents would be saved, the first as Acme-Globex Corporation/1001.004/118 Motion to Dismiss - Part 1.pdf.',
        '"118 Motion to Dismiss: Part 1?" has characters that a DMS rejects; it becomes "118 Motion to Dismiss - Part 1".',
      ].join(' '),
    },
  ])
})

test('what is saved follows the draft: documents, the notice, both or neither', async () => {
  const would = async (more: AnyRow) =>
    (await attempt('x', '{{ document.title }}', more)).caught.map((each) => each.would)
  expect(await would({ store_documents: false, store_email: 'pdf' })).toEqual([
    expect.stringMatching(/^The notice would be saved as x\/.*\.pdf\.$/),
  ])
  expect((await would({ store_email: 'eml' }))[0]).toContain('The notice would be saved as an email.')
  expect(await would({ store_documents: false })).toEqual([])
})

test('a saved policy that applied to some filings is tried on those only', async () => {
  const credential = await create('generic_credential', { name: 'Folder', driver: 'FILE_SYSTEM', folder_id: '/' })
  const draft = { document_path: 'x', document_name: 'y', dms_credential_id: credential }
  const [used, unused] = [
    await create('storage_policy', { ...draft, name: 'Used' }),
    await create('storage_policy', { ...draft, name: 'Unused' }),
  ]
  const other = await plantPastFiling(api, 1, { client: 'Other', document: 'Answer', suffix: '-2' })
  await sql`insert into document_copies (firm_id, id, envelope_id, inbox_item_id, storage_policy_id, file_id, copy_key, attempts)
    values (1, ${newId()}::uuid, ${other.envelope}::uuid, ${other.item}::uuid, ${used}::uuid, ${'0'.repeat(64)}, 'k', 0)`.execute(
    api.services.database.kysely,
  )
  const items = async (id: string) => (await attempt('x', 'y', { id })).caught.map((each) => each.id)
  expect(await items(used)).toEqual([other.item])
  expect((await items(unused)).toSorted()).toEqual([filed.item, other.item].toSorted())
  expect(await items('no id')).toHaveLength(2)
  await removeFiling(other)
})

test('the firm’s abbreviations are applied to the path and to the name', async () => {
  await create('abbreviation', { name: 'corporation', abbreviation: 'Corp' })
  await create('abbreviation', { name: 'Motion to Dismiss', abbreviation: 'MTD' })
  const { caught } = await attempt('{{ client.name }}', '{{ document.title }}')
  expect(caught[0]?.would).toContain('the first as Acme-Globex Corp/MTD - Part 1.pdf.')
})

test('a folder without a name is left out, with a warning; a template that cannot be parsed is reported by its field', async () => {
  const { caught } = await attempt('{{ case.caption }}/x', '{{ document.number }}')
  expect(caught[0]?.would).toContain('the first as x/118.pdf.')
  expect(caught[0]?.would).toContain('A folder has no name for this document, so it is left out.')
  const wrong = await attempt('{{ case.nmae }}', '{{ document.number }}')
  expect(wrong).toMatchObject({
    caught: [],
    problems: [{ field: 'documentPath', message: expect.stringContaining('There is no value "case.nmae"') }],
  })
  expect((await ask({ document_path: 7, document_name: 'x' })).status).toBe(400)
  expect((await ask({ document_path: 'x', document_name: 'y'.repeat(600) })).status).toBe(400)
})

test('a path reveals nothing a role may not read, and a role that may not see notices tries nothing', async () => {
  const role = {
    name: 'No clients',
    user_ids: [api.userIds[1].Manager],
    storage_policy_access: 'FULL',
    envelope_access: 'READ',
    document_access: 'READ',
    case_access: 'READ',
    case_permissions: { name: 'DENY' },
  }
  const blind = await create('user_security_role', role)
  await api.giveRole('Manager', blind)
  expect((await ask({ document_path: 'x', document_name: 'y' }, 'Manager')).status).toBe(403)
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  const seeing = await create('user_security_role', { ...role, name: 'Notices', inbox_item_access: 'READ' })
  await api.giveRole('Manager', seeing)
  const shown = await attempt('{{ client.name }}/{{ case.name }}', '{{ document.number }}', { as: 'Manager' })
  expect(shown.caught.map(({ would }) => would).join()).not.toMatch(/Acme|Ortiz|Secret|Not yours/)
  expect(shown.caught[0]?.would).toContain('the first as 118.pdf.')
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

async function create(entity: string, body: AnyRow): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

async function removeFiling({ envelope, item }: typeof filed): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)
  await run(sql`delete from document_copies where envelope_id = ${envelope}::uuid`)
  await run(sql`delete from history where inbox_item_id = ${item}::uuid`)
  await run(sql`delete from item_progress where id = ${item}::uuid`)
  await run(sql`delete from inbox_items where id = ${item}::uuid`)
}

test.each([
  [
    'FILE_SYSTEM',
    { folder_id: '/' },
    "The document properties aren't saved: Folder on this server doesn't support them.",
  ],
  ['SFTP', { base_url: 'sftp://a.example', username: 'u', password: 'p' }, "SFTP doesn't support them."],
  ['S3', { region: 'us-east-1', database: 'b', api_key: 'k', api_secret: 's' }, undefined],
  ['WEBDAV', { base_url: 'https://a.example', username: 'u', password: 'p' }, undefined],
])(
  'that a DMS of type %s keeps no document properties is reported before the policy is saved',
  async (driver, settings, warning) => {
    const made = await api.call({
      ...{ as: 'Administrator', method: 'POST', url: '/api/v1/generic_credential' },
      body: { name: `Place ${driver}`, driver, ...settings },
    })
    expect(made.status, made.text).toBe(201)
    const shown = async (document_properties: unknown) => {
      const body = { document_path: 'x', document_name: 'y', document_properties, dms_credential_id: made.json().id }
      return (await ask(body)).json().warnings
    }
    expect(await shown({ Matter: '{{ matter.number }}' })).toEqual(warning ? [expect.stringContaining(warning)] : [])
    expect(await shown({})).toEqual([])
    expect(await shown('none')).toBeUndefined()
  },
)
