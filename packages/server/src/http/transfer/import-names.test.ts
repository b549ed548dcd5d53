import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../../testing/api.ts'
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

async function importing(entity: string, lines: readonly string[]) {
  const url = `/api/v1/${entity}/import?mode=commit`
  const headers = { 'content-type': 'text/csv' }
  const answer = await api.call({ as: 'Docketing', method: 'POST', url, headers, body: lines.join('\r\n') })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as { counts: Record<string, number>; errors: Record<string, unknown>[] }
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
