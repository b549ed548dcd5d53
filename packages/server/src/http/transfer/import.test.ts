import type { AnyRow } from '@courtcrier/contract/resource.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ApiScenario, openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { resourceRoutes } from '../resources.ts'
import { exportRoutes } from './export.ts'
import { importRoutes } from './import.ts'

let api: TestApi
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      importRoutes(app, services)
      exportRoutes(app, services)
    },
  })
  ids.acme = await make('client', { name: 'Acme', number: 'C-1' })
  ids.theirs = await make('client', { name: 'Other Firm Client', number: 'X-1' }, 2)
  await make('client', { name: 'Twin', number: 'C-2' })
  await make('client', { name: 'Twin', number: 'C-3' })
  await make('timekeeper', { full_name: 'Mara Lowe', email: 'mara@one.example' })
  await make('jurisdiction', { name: 'N.D. California', ecfx_jurisdiction_ids: ['cand'] })
})
afterAll(() => api.close())

async function make(entity: string, body: object, firm: 1 | 2 = 1): Promise<string> {
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

const csv = { 'content-type': 'text/csv' }

/** Returns a call that imports these lines. */
function sending(entity: string, lines: readonly string[], query = 'mode=commit') {
  return {
    method: 'POST' as const,
    url: `/api/v1/${entity}/import?${query}`,
    headers: csv,
    body: lines.join('\r\n'),
  }
}

async function importing(
  entity: string,
  lines: readonly string[],
  { query = 'mode=commit', as = 'Docketing' as TestRole } = {},
) {
  const answer = await api.call({ as, ...sending(entity, lines, query) })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as {
    id: string
    status: string
    reason: string | null
    counts: Record<string, number>
    errors: Record<string, unknown>[]
    has_rejected: boolean
  }
}

async function setFirm(values: object) {
  const answer = await api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body: values })
  expect(answer.status, answer.text).toBe(200)
}

async function countOf(entity: string, freeText = ''): Promise<number> {
  const answer = await api.call({ as: 'Administrator', url: `/api/v1/${entity}/search?max=0&freeText=${freeText}` })
  return Number(answer.headers['x-total-count'])
}

describe('who may import and export what', () => {
  const scenarios: (ApiScenario | (() => ApiScenario))[] = [
    { name: 'nobody is signed in', ...sending('client', ['Name,Number', 'A,1']), status: 401 },
    { name: 'View Only may not import', as: 'View Only', ...sending('client', ['Name,Number', 'A,1']), status: 403 },
    {
      name: 'Docketing may not import users',
      as: 'Docketing',
      ...sending('user', ['Full name,Email', 'A,a@b.co']),
      status: 403,
    },
    {
      name: 'what the program writes takes no file',
      as: 'Administrator',
      ...sending('inbox_item', ['Subject', 'A']),
      status: 405,
    },
    {
      name: 'no file',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client/import',
      status: 400,
      contains: ['A file is required.'],
    },
    {
      name: 'an empty file',
      as: 'Docketing',
      method: 'POST',
      url: '/api/v1/client/import',
      headers: csv,
      body: '\ufeff',
      status: 400,
      contains: ['The file is empty.'],
    },
    {
      name: 'another kind of file',
      as: 'Docketing',
      ...sending('client', ['Name,Number', 'A,1'], 'file_name=clients.doc'),
      status: 400,
      contains: ['must be an Excel workbook (.xlsx), or a .txt or .csv file with comma-separated values.'],
    },
    {
      name: 'a column of no field is named',
      as: 'Docketing',
      ...sending('client', ['Name,Number,Shoe size', 'A,1,44']),
      status: 400,
      contains: ['Shoe size'],
    },
    {
      name: 'a mode that is none',
      as: 'Docketing',
      ...sending('client', ['Name,Number', 'A,1'], 'mode=maybe'),
      status: 400,
      contains: ['"field":"mode"'],
    },
    {
      name: 'an export is for those who may read',
      as: 'View Only',
      url: '/api/v1/user/export?file_name=x',
      status: 403,
    },
    {
      name: 'an export needs a file name',
      as: 'View Only',
      url: '/api/v1/client/export',
      status: 400,
      contains: ['Filename is required.'],
    },
    {
      name: 'an export has the rows of the own firm only',
      as: 'View Only',
      url: '/api/v1/client/export?file_name=Clients',
      status: 200,
      contains: ['Id,Name,Number,Status', 'Acme'],
      containsNot: ['Other Firm'],
      after: (_, answer) => {
        expect(answer.headers['content-disposition']).toContain('filename="Clients.csv"')
        expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
      },
    },
    {
      name: 'an export has the rows and columns that were asked for, as .txt',
      as: 'View Only',
      url: '/api/v1/client/export?file_name=a&format=txt&columns=number,name&freeText=acme',
      status: 200,
      contains: ['Number,Name\r\nC-1,Acme\r\n'],
      containsNot: ['Twin'],
    },
    {
      name: 'a template has what can be written',
      as: 'Docketing',
      url: '/api/v1/matter/import/template',
      status: 200,
      contains: ['Number,Name,Client'],
      containsNot: ['Cases', 'Id'],
    },
    () => ({
      name: "another firm's record is neither found by id nor by name",
      as: 'Docketing',
      ...sending('client', ['Id,Name', `${ids.theirs},Mine`], 'mode=dry_run'),
      status: 200,
      contains: ['"error":1', 'The ID of an existing record.'],
    }),
    {
      name: "a reference to another firm's record is none",
      as: 'Docketing',
      ...sending('matter', ['Number,Name,Client', 'M-9,Nine,Other Firm Client'], 'mode=dry_run'),
      status: 200,
      contains: ['"error":1', 'Create the client first'],
    },
  ]
  test.each(scenarios.map((scenario, n) => [typeof scenario === 'function' ? n : scenario.name, scenario] as const))(
    'scenario %s',
    (_, scenario) => api.run(typeof scenario === 'function' ? scenario() : scenario),
  )

  test('a role imports and exports only the fields it may', async () => {
    const role = await make('user_security_role', {
      name: 'Half blind',
      user_ids: [api.userIds[1].Manager],
      client_access: 'FULL',
      client_permissions: { number: 'DENY', open_date: 'READ' },
    })
    await api.giveRole('Manager', role)
    const denied = await api.call({ as: 'Manager', ...sending('client', ['Name,Number', 'A,1']) })
    expect([denied.status, denied.text]).toEqual([400, expect.stringContaining('"field":"number"')])
    const exported = await api.call({ as: 'Manager', url: '/api/v1/client/export?file_name=x' })
    expect(exported.text).toContain('Acme')
    expect(exported.text).not.toContain('C-1')
    const asked = await api.call({ as: 'Manager', url: '/api/v1/client/export?file_name=x&columns=number' })
    expect(asked.status).toBe(400)
    const read = await importing('client', ['Id,Open date', `${ids.acme},2026-01-01`], { as: 'Manager' })
    expect(read.errors[0]).toMatchObject({ column: 'Open date', expected: 'Your role may not change this field.' })
    const { id } = await importing('client', ['Name,Number', ',C-77'])
    expect((await api.call({ as: 'Manager', url: `/api/v1/import_run/${id}/errors` })).status).toBe(403)
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
    expect((await api.call({ as: 'Manager', url: `/api/v1/import_run/${id}/errors` })).status).toBe(200)
    expect((await api.call({ as: 'Administrator', firm: 2, url: `/api/v1/import_run/${id}/errors` })).status).toBe(404)
    expect((await api.call({ as: 'View Only', url: `/api/v1/import_run/${id}/rejected` })).status).toBe(403)
  })
})

describe('the result of a file', () => {
  test('rows are created, changed or left unchanged; a dry run reports the same and does nothing', async () => {
    await importing('client', ['Name,Number,Status', 'One,N-1,Active', 'Two,N-2,Closed'])
    const lines = ['number,NAME,status', 'N-1,One,', 'N-2,Second,Closed', 'N-3,Three,Pending', 'n-4,Four,']
    const dry = await importing('client', lines, { query: 'mode=dry_run' })
    expect(dry).toMatchObject({ status: 'checked', counts: { rows: 4, new: 2, changed: 1, unchanged: 1, error: 0 } })
    expect(await countOf('client', 'N-')).toBe(2)
    const done = await importing('client', lines)
    expect(done).toMatchObject({ status: 'committed', counts: dry.counts })
    expect((await importing('client', lines)).counts).toMatchObject({ new: 0, changed: 0, unchanged: 4 })
    const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=Second&max=5' })
    expect(log.text).toContain('was changed by an import.')
  })

  test('references are found by number, name and ID; an ambiguous name is refused', async () => {
    const lines = [
      'Number,Name,Client,Billing timekeeper',
      'R-1,By number,C-1,mara@one.example',
      `R-2,By id,${ids.acme},Mara Lowe`,
      'R-3,By name,Acme,',
    ]
    expect((await importing('matter', lines)).counts).toMatchObject({ new: 3, error: 0 })
    const wrong = await importing('matter', ['Number,Name,Client', 'R-4,Which,Twin', 'R-5,None,Nobody'])
    expect(wrong.errors).toEqual([
      {
        row: 2,
        column: 'Client',
        found: 'Twin',
        code: 'ambiguous_reference',
        expected: 'Several records have this name.',
        fix: expect.stringContaining('number or ID'),
      },
      {
        row: 3,
        column: 'Client',
        found: 'Nobody',
        code: 'not_reference',
        expected: 'Must be the ID of an existing record.',
        fix: expect.stringContaining('Create the client first'),
      },
    ])
  })

  test('any error stops the commit; the refused rows are returned with the reason and can be imported again', async () => {
    const result = await importing('client', [
      'Name,Number,Open date',
      'Good,E-1,2026-02-03',
      'Bad,E-2,soon',
      '=Evil(),E-3,never',
      'Dup,E-1,',
    ])
    expect(result).toMatchObject({ status: 'stopped', counts: { new: 1, error: 3 }, has_rejected: true })
    expect(result.errors.map(({ row, column, found }) => [row, column, found])).toEqual([
      [3, 'Open date', 'soon'],
      [4, 'Open date', 'never'],
      [5, '', ''],
    ])
    expect(await countOf('client', 'E-')).toBe(0)
    const rejected = await api.call({ as: 'Docketing', url: `/api/v1/import_run/${result.id}/rejected` })
    expect(rejected.text).toContain('Bad,E-2,soon,Open date: Must be a date such as 2026-11-21. Correct the cell.')
    expect(rejected.text).toContain("'=Evil(),E-3")
    const again = await api.call({
      as: 'Docketing',
      ...sending('client', [rejected.text.replaceAll(/soon|never/g, '2026-01-01')]),
    })
    expect(again.json()).toMatchObject({ status: 'committed', counts: { new: 3 } })
    expect(await countOf('client', '%3DEvil')).toBe(1)
    const list = await api.call({ as: 'Administrator', url: '/api/v1/import_run/search' })
    expect(list.text).toContain('"error_count":3')
  })

  test('a value in a column without a name is an error, an empty cell is none', async () => {
    const { counts, errors } = await importing('client', ['Name,Number,', 'A,NN-1,9', 'B,NN-2,'])
    expect(counts).toMatchObject({ new: 1, error: 1 })
    const expected = 'No value in column C, which has no name in the first row.'
    expect(errors).toMatchObject([{ row: 2, column: '', found: '9', expected }])
  })

  test('up to as many errors as the firm allows are warnings', async () => {
    await setFirm({ import_warning_threshold: 1 })
    const one = await importing('client', ['Name,Number', 'Warned,W-1', ',W-2'])
    expect(one).toMatchObject({ status: 'committed_with_warnings', counts: { new: 1, error: 1 } })
    const two = await importing('client', ['Name,Number', 'Warned,W-3', ',W-2', ',W-4'])
    expect(two).toMatchObject({ status: 'stopped', reason: expect.stringContaining('at most 1 is allowed') })
    await setFirm({ import_warning_threshold: 0 })
    expect(await countOf('client', 'W-')).toBe(1)
  })

  test('a refusal by the database is an error of its row only', async () => {
    await setFirm({ import_warning_threshold: 5 })
    const result = await importing('client', ['Id,Name,Number', `${ids.acme},Acme,C-2`, ',Fresh,U-1'])
    await setFirm({ import_warning_threshold: 0 })
    expect(result).toMatchObject({ status: 'committed_with_warnings', counts: { new: 1, changed: 0, error: 1 } })
    expect(result.errors).toMatchObject([
      { row: 2, column: 'Number', found: 'C-2', expected: "This value can't be used. Enter another." },
    ])
  })

  test('records missing from the file are deleted only on request, and not when they are in use', async () => {
    for (const name of ['Keep', 'Drop']) await make('judge', { name, jurisdiction_id: await jurisdiction() })
    const lines = ['Name,Jurisdiction', 'Keep,N.D. California']
    expect((await importing('judge', lines)).counts).toMatchObject({ deleted: 0, unchanged: 1 })
    expect((await importing('judge', lines, { query: 'mode=dry_run&delete_missing=true' })).counts.deleted).toBe(1)
    expect(await countOf('judge')).toBe(2)
    expect((await importing('judge', lines, { query: 'mode=commit&delete_missing=true' })).counts.deleted).toBe(1)
    expect(await countOf('judge')).toBe(1)
    const used = await importing('timekeeper', ['Full name', 'Somebody'], { query: 'mode=commit&delete_missing=true' })
    expect(used).toMatchObject({ status: 'stopped', counts: { deleted: 0, error: 1 } })
    expect(used.errors[0]?.expected).toMatch(/used by .*matter/)
    expect(used.errors[0]).toMatchObject({ row: 0 })
  })

  test('a run that would delete more cases than the firm allows stops', async () => {
    await setFirm({ max_case_deletions_on_import: 1 })
    const header = 'Name,Number,Jurisdiction,Matter,Assigned timekeepers'
    const line = (n: number) => `Case ${n},3:26-cv-${n},N.D. California,R-1,Mara Lowe`
    expect((await importing('case', [header, line(1), line(2), line(3)])).counts.new).toBe(3)
    const query = 'mode=commit&delete_missing=true'
    const many = await importing('case', [header, line(1)], { query })
    expect(many).toMatchObject({ status: 'stopped', reason: expect.stringContaining('at most 1') })
    expect(await countOf('case')).toBe(3)
    expect((await importing('case', [header, line(1), line(2)], { query })).counts.deleted).toBe(1)
    await setFirm({ max_case_deletions_on_import: null })
  })

  test('a mapping sets what headers mean and which are left out', async () => {
    const mapping = encodeURIComponent(JSON.stringify({ 'Client no.': 'number', Comment: null }))
    const result = await importing('client', ['Client no.,Name,Comment', 'Q-1,Mapped,x'], {
      query: `mode=commit&mapping=${mapping}`,
    })
    expect(result.counts.new).toBe(1)
  })

  test('for any file, a dry run counts what the commit counts', async () => {
    await setFirm({ import_warning_threshold: 1000 })
    const cell = fc.constantFrom('P-1', 'P-2', 'P-3', 'P-4', '', '=x', 'Acme', 'nonsense')
    const date = fc.constantFrom('2026-01-01', '2026-02-30', '', '2026-01-02')
    const row = fc.tuple(cell, cell, date).map((cells) => cells.join(','))
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
        const lines = ['Number,Name,Open date', ...rows, 'P-9,Last,']
        const dry = await importing('client', lines, { query: 'mode=dry_run' })
        const done = await importing('client', lines)
        expect(done.counts).toEqual(dry.counts)
        expect(done.errors).toEqual(dry.errors)
      }),
      { numRuns: 40 },
    )
    await setFirm({ import_warning_threshold: 0 })
  })
})

describe('the import token', () => {
  const administrator = { as: 'Administrator' as const, url: '/api/v1/firm/import-token' }
  const bearing = (token: unknown) => ({ ...csv, authorization: `Bearer ${String(token)}` })

  test('lets a program import what other systems maintain, in its own firm, until it is revoked', async () => {
    expect((await api.call({ ...administrator, as: 'Manager', method: 'POST' })).status).toBe(403)
    const { token } = (await api.call({ ...administrator, method: 'POST' })).json()
    const call = (entity: string, more: object = {}) =>
      api.call({ ...sending(entity, ['Name,Number', 'By token,T-1']), headers: bearing(token), ...more })
    expect((await call('client')).json()).toMatchObject({ status: 'committed', counts: { new: 1 } })
    expect((await call('user')).status).toBe(403)
    expect((await call('user_security_role')).status).toBe(403)
    expect((await call('client', { firm: 2 })).status).toBe(401)
    for (const url of ['/api/v1/client/search', '/api/v1/client/export?file_name=x', '/api/v1/firm'])
      expect((await call('client', { method: 'GET', url, body: undefined })).status).toBe(401)
    const { token: next } = (await api.call({ ...administrator, method: 'POST' })).json() as AnyRow
    // A process that remembers the token hears that it was revoked a moment later.
    await expect.poll(async () => (await call('client')).status).toBe(401)
    expect((await api.call({ ...administrator, method: 'DELETE' })).status).toBe(204)
    await expect.poll(async () => (await call('client', { headers: bearing(next) })).status).toBe(401)
    expect((await api.call({ ...administrator, method: 'DELETE' })).status).toBe(404)
    expect(api.logged()).not.toContain(String(token))
  })
})

async function jurisdiction(): Promise<string> {
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/jurisdiction/search?freeText=California' })
  return String((answer.json().jurisdictions as AnyRow[])[0]?.id)
}
