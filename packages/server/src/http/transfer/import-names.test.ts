import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { exportRoutes } from './export.ts'
import { importRoutes } from './import.ts'

let api: TestApi

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      exportRoutes(app, services)
    },
  })
})
afterAll(() => api.close())

async function importing(
  entity: string,
  lines: readonly string[],
  { query = 'mode=commit', as = 'Docketing' as TestRole } = {},
) {
  const url = `/api/v1/${entity}/import?${query}`
  const headers = { 'content-type': 'text/csv' }
  const answer = await api.call({ as, method: 'POST', url, headers, body: lines.join('\r\n') })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { counts: Record<string, number>; errors: Record<string, unknown>[] }
}

async function change(method: 'POST' | 'PUT', path: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method, url: `/api/v1/${path}`, body })
  expect(answer.status, answer.text).toBeLessThan(300)
  return String(answer.json().id)
}

test('names are found whatever their case, exact ones first, unless several records have them', async () => {
  const names = ['Halberd Fund', 'HALBERD FUND', 'Pike Trust']
  const lines = names.map((name, at) => `H-${at},${name}`)
  expect((await importing('client', ['Number,Name', ...lines])).counts.new).toBe(3)
  const matters = ['R-6,a,PIKE trust', 'R-7,b,h-0', 'R-8,c,HALBERD FUND']
  expect((await importing('matter', ['Number,Name,Client', ...matters])).counts).toMatchObject({ new: 3, error: 0 })
  const clientsOf = await api.call({ as: 'Docketing', url: '/api/v1/matter/search?freeText=R-8' })
  const [matter] = clientsOf.json().matters as { client_id: string }[]
  const found = await api.call({ as: 'Docketing', url: `/api/v1/client/${matter?.client_id}` })
  expect(found.json().name).toBe('HALBERD FUND')
  const wrong = await importing('matter', ['Number,Name,Client', 'R-9,d,halberd fund'])
  expect(wrong.errors).toMatchObject([
    { column: 'Client', found: 'halberd fund', expected: 'Several records have this name.' },
  ])
})

test('a row is about the record whose number is the same to people, whatever its case, width and spaces', async () => {
  await importing('client', ['Number,Name', 'K-1,First', 'K 2,Second', 'Ä-3,Third'])
  const again = ['k-1,First seen again', 'Ｋ　２,Second seen again', ' ä‐3 ,Third seen again', 'K-4,Fourth']
  expect((await importing('client', ['Number,Name', ...again])).counts).toMatchObject({ new: 1, changed: 3, error: 0 })
  const found = await api.call({ as: 'Docketing', url: '/api/v1/client/search?freeText=seen&sort=name' })
  const names = (found.json().clients as { name: string; number: string }[]).map(({ name, number }) => [name, number])
  expect(names).toEqual([
    ['First seen again', 'k-1'],
    ['Second seen again', 'Ｋ　２'],
    ['Third seen again', 'ä‐3'],
  ])
})

test('two rows that mean the same record are one too many, whether or not it exists', async () => {
  await importing('client', ['Number,Name', 'L-1,Known'])
  const twice = await importing('client', ['Number,Name', 'l-1,Known', 'L‑1,Known', 'L-2,New', 'Ｌ-2,New'])
  expect(twice.errors).toMatchObject([
    { row: 3, expected: 'Not the same record as row 2.' },
    { row: 5, expected: 'Not the same record as row 4.' },
  ])
})

test('a record that one row names by its ID and another by its number is changed once', async () => {
  await importing('client', ['Number,Name', 'M-1,Known by its number'])
  const found = await api.call({ as: 'Docketing', url: '/api/v1/client/search?freeText=M-1' })
  const [client] = found.json().clients as { id: string }[]
  const rows = [`${client?.id},M-1,First`, ',m-1,Second']
  const twice = await importing('client', ['Id,Number,Name', ...rows])
  expect(twice.counts).toMatchObject({ changed: 1, error: 1 })
  expect(twice.errors).toMatchObject([{ row: 3, expected: 'Not the same record as row 2.' }])
})

test('of records with the same name the one that is written exactly so is meant', async () => {
  const people = ['Mara Pike,mara.pike@one.example', 'Other Person,other.person@one.example']
  await importing('timekeeper', ['Full name,Email', ...people])
  const renamed = await api.call({ as: 'Docketing', url: '/api/v1/timekeeper/search?freeText=Other' })
  const [other] = renamed.json().timekeepers as { id: string }[]
  await importing('timekeeper', ['Id,Full name', `${other?.id},MARA PIKE`])
  const both = ['Mara Pike,m@one.example', 'MARA PIKE,o@one.example']
  expect((await importing('timekeeper', ['Full name,Email', ...both])).counts).toMatchObject({ changed: 2, error: 0 })
  const neither = await importing('timekeeper', ['Full name,Email', 'mara pike,n@one.example'])
  expect(neither.errors).toMatchObject([{ expected: 'A row that matches one record; several match.' }])
})

test.each([
  ['no_such_field', 'There is no field with this name. Rename the column, map it to a field, or leave it out.'],
  ['created_at', 'This field is set by Courtcrier and cannot be changed. Map it to another field, or leave it out.'],
])('a column that is mapped to %s is named', async (field, sentence) => {
  const mapping = encodeURIComponent(JSON.stringify({ Opened: field }))
  const answer = await api.call({
    ...{ as: 'Docketing', method: 'POST', url: `/api/v1/client/import?mapping=${mapping}` },
    ...{ headers: { 'content-type': 'text/csv' }, body: 'Number,Name,Opened\r\nQ-2,Mapped,2026-01-01' },
  })
  expect([answer.status, answer.json().detail]).toEqual([400, `Column "Opened": ${sentence}`])
})

test('a role that may not see the names of clients neither exports them nor finds clients by them', async () => {
  await importing('client', ['Number,Name', 'N-1,Acme'])
  const named = await importing('matter', ['Number,Name,Client', 'M-7,Seven,Acme'])
  expect(named.counts).toMatchObject({ new: 1 })
  const role = await change('POST', 'user_security_role', {
    name: 'No names of clients',
    user_ids: [api.userIds[1].Manager],
    matter_access: 'FULL',
    client_access: 'READ',
    client_permissions: { name: 'DENY' },
  })
  await api.giveRole('Manager', role)
  const exported = await api.call({ as: 'Manager', url: '/api/v1/matter/export?file_name=x&freeText=M-7' })
  expect(exported.text).toContain('Seven')
  expect(exported.text).not.toContain('Acme')
  const found = await importing('matter', ['Number,Name,Client', 'M-6,Six,Acme'], {
    as: 'Manager',
    query: 'mode=dry_run',
  })
  expect(found).toMatchObject({ counts: { error: 1 }, errors: [{ column: 'Client', found: 'Acme' }] })
  await api.giveRole('Manager', api.firms[1].roleIds.Manager)
})

test('nothing is deleted as missing while rows have errors, even if these are only warnings', async () => {
  await change('PUT', 'firm/1', { import_warning_threshold: 5 })
  await change('POST', 'jurisdiction', { name: 'N.D. California', ecfx_jurisdiction_ids: ['cand'] })
  const kept = ['Name,Jurisdiction', 'Kept,N.D. California']
  expect((await importing('judge', kept)).counts).toMatchObject({ new: 1 })
  const lines = ['Name,Jurisdiction', 'Kept by no row,No such court']
  const result = await importing('judge', lines, { query: 'mode=commit&delete_missing=true' })
  await change('PUT', 'firm/1', { import_warning_threshold: 0 })
  expect(result).toMatchObject({
    ...{ status: 'stopped', counts: { deleted: 0, error: 1 } },
    reason: expect.stringContaining("isn't known which records are missing"),
  })
  const left = await api.call({ as: 'Administrator', url: '/api/v1/judge/search?freeText=Kept' })
  expect(left.headers['x-total-count']).toBe('1')
})
