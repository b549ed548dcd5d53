import type { PolicyPreview } from '@courtcrier/contract/calls/previews.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { storagePolicyRoutes } from './storage-policy.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      storagePolicyRoutes(app, services)
    },
  })
  await addDocument(1, { client: 'Acme/Globex Corporation', document: 'Motion to Dismiss: Part 1?' })
  await addDocument(2, { client: 'Not yours', document: 'Secret' })
})
afterAll(() => api.close())

async function addDocument(firmId: 1 | 2, { client, document }: { client: string; document: string }): Promise<void> {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)
  const [clientId, matterId, jurisdictionId, caseId, envelopeId] = Array.from({ length: 5 }, newId)
  await run(sql`insert into clients (firm_id, id, name, number, status)
    values (${firmId}, ${clientId}::uuid, ${client}, '1001', 'Active')`)
  await run(sql`insert into matters (firm_id, id, name, number, client_id, status)
    values (${firmId}, ${matterId}::uuid, 'Ortiz', '1001.004', ${clientId}::uuid, 'Open')`)
  await run(
    sql`insert into jurisdictions (firm_id, id, name) values (${firmId}, ${jurisdictionId}::uuid, 'California')`,
  )
  await run(sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, status)
    values (${firmId}, ${caseId}::uuid, 'Ortiz v. Meridian', '3:26-cv-00417', ${jurisdictionId}::uuid, ${matterId}::uuid, 'Open')`)
  await run(sql`insert into envelopes (firm_id, id, case_id, ecfx_jurisdiction_id, event, court_envelope_id, date)
    values (${firmId}, ${envelopeId}::uuid, ${caseId}::uuid, 'cand', 'Order', ${envelopeId}, '2026-11-20')`)
  await run(sql`insert into documents (firm_id, id, envelope_id, position, number, title)
    values (${firmId}, ${newId()}::uuid, ${envelopeId}::uuid, 0, '118', ${document})`)
}

const ask = (path: unknown, name: unknown, as: TestRole = 'Administrator') => {
  const body = { document_path: path, document_name: name }
  return api.call({ as, method: 'POST', url: '/api/v1/storage_policy/preview', body })
}

async function preview(path: string, name: string, as?: TestRole): Promise<PolicyPreview> {
  const answer = await ask(path, name, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as PolicyPreview
}

test('the latest documents of cases are shown with their paths, and what a DMS would refuse', async () => {
  const { samples, problems } = await preview(
    '{{ client.name }}/{{ matter.number }}',
    '{{ document.number }} {{ document.title }}',
  )
  expect(problems).toEqual([])
  expect(samples).toEqual([
    {
      title: 'Ortiz v. Meridian: Motion to Dismiss: Part 1?',
      path: 'Acme-Globex Corporation/1001.004/118 Motion to Dismiss - Part 1.pdf',
      warnings: [
        '"118 Motion to Dismiss: Part 1?" has characters that a DMS rejects; it becomes "118 Motion to Dismiss - Part 1".',
      ],
    },
  ])
})

test('the firm’s abbreviations are applied to the path and to the name', async () => {
  const create = (body: object) => api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/abbreviation', body })
  expect((await create({ name: 'corporation', abbreviation: 'Corp' })).status).toBe(201)
  expect((await create({ name: 'Motion to Dismiss', abbreviation: 'MTD' })).status).toBe(201)
  const { samples } = await preview('{{ client.name }}', '{{ document.title }}')
  expect(samples[0]?.path).toBe('Acme-Globex Corp/MTD - Part 1.pdf')
})

test('a folder without a name is left out, with a warning; a template that cannot be parsed is reported by its field', async () => {
  const { samples } = await preview('{{ case.caption }}/x', '{{ document.number }}')
  expect(samples[0]).toMatchObject({ path: 'x/118.pdf' })
  expect(samples[0]?.warnings).toEqual(['A folder has no name for this document, so it is left out.'])
  const { problems } = await preview('{{ case.nmae }}', '{{ document.number }}')
  expect(problems).toEqual([
    { field: 'documentPath', message: expect.stringContaining('There is no value "case.nmae"') },
  ])
  expect((await ask(7, 'x')).status).toBe(400)
  expect((await ask('x', 'y'.repeat(600))).status).toBe(400)
})

test('a path reveals nothing a role may not read', async () => {
  const role = {
    name: 'No clients',
    user_ids: [api.userIds[1].Manager],
    storage_policy_access: 'FULL',
    envelope_access: 'READ',
    document_access: 'READ',
    case_access: 'READ',
    case_permissions: { name: 'DENY' },
  }
  const made = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role', body: role })
  expect(made.status, made.text).toBe(201)
  await api.giveRole('Manager', String(made.json().id))
  const shown = await preview('{{ client.name }}/{{ case.name }}', '{{ document.number }}', 'Manager')
  expect(JSON.stringify(shown)).not.toMatch(/Acme|Ortiz|Secret|Not yours/)
  expect(shown.samples[0]?.path).toBe('118.pdf')
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

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
      const answer = await api.call({
        as: 'Administrator',
        method: 'POST',
        url: '/api/v1/storage_policy/preview',
        body,
      })
      return answer.json().warnings
    }
    expect(await shown({ Matter: '{{ matter.number }}' })).toEqual(warning ? [expect.stringContaining(warning)] : [])
    expect(await shown({})).toEqual([])
    expect(await shown('none')).toBeUndefined()
  },
)
