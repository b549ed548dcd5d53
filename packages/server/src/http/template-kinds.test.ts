import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

let api: TestApi
let filing: string
let daily: string
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  filing = await make('email_template', { name: 'Filing' })
  daily = await make('email_template', {
    name: 'Daily',
    kind: 'DAILY_MESSAGE',
    body: '{% for c in cases %}{% endfor %}',
  })
})
afterAll(() => api.close())

const send = (method: 'POST' | 'PUT', path: string, body: object) =>
  api.call({ as: 'Administrator', method, url: `/api/v1/${path}`, body })

async function make(entity: string, body: object): Promise<string> {
  const answer = await send('POST', entity, body)
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

test.each([
  ['default_email_template_id', 'Email about one filing', 'daily'],
  ['daily_message_template_id', 'Daily message', 'filing'],
  ['activity_report_template_id', 'Daily activity report', 'daily'],
  ['dms_failure_report_template_id', 'DMS failure report', 'daily'],
  ['case_not_found_report_template_id', 'Case-not-found report', 'daily'],
])('the firm accepts for %s only a template of the kind %s', async (field, label, wrong) => {
  const refused = await send('PUT', 'firm/1', { [field]: wrong === 'daily' ? daily : filing })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(`"field":"${field}"`)
  expect(refused.text).toContain(`Must be a record of this kind: ${label}.`)
})

test('a preference group accepts only a template for filings, by the form and by an import', async () => {
  const group = { name: 'Desk', time_zone: 'UTC', email_template_id: daily }
  const refused = await send('POST', 'timekeeper_group', group)
  expect(refused.status).toBe(400)
  expect(refused.text).toContain('"field":"email_template_id"')
  await make('timekeeper_group', { ...group, email_template_id: filing })
  const file = 'name,time_zone,email_template_id\r\nImported,UTC,Daily\r\n'
  const headers = { 'content-type': 'text/csv' }
  const imported = await api.call({
    as: 'Administrator',
    method: 'POST',
    url: '/api/v1/timekeeper_group/import',
    headers,
    body: file,
  })
  expect(imported.text).toContain('Must be a record of this kind: Email about one filing.')
})

test('a template in use keeps its kind, and another can change it if its body is valid for the new kind', async () => {
  expect((await send('PUT', 'firm/1', { daily_message_template_id: daily })).status).toBe(200)
  const refused = await send('PUT', `email_template/${daily}`, { kind: 'FILING', body: 'x' })
  expect(refused.text).toContain("It can't be changed while the template is used by 1 firm")
  expect((await send('PUT', 'firm/1', { daily_message_template_id: null })).status).toBe(200)
  const unfit = await send('PUT', `email_template/${daily}`, { kind: 'FILING' })
  expect(unfit.text).toContain('"field":"body"')
  expect((await send('PUT', `email_template/${daily}`, { kind: 'FILING', body: 'x' })).status).toBe(200)
})

test('a template in use by the firm is not deleted', async () => {
  const id = await make('email_template', { name: 'Kept', kind: 'ACTIVITY_REPORT' })
  expect((await send('PUT', 'firm/1', { activity_report_template_id: id })).status).toBe(200)
  const answer = await api.call({ as: 'Administrator', method: 'DELETE', url: `/api/v1/email_template/${id}` })
  expect(answer.status).toBe(409)
  expect(answer.text).toContain('used by')
})
