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
