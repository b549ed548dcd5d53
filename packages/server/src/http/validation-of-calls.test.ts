import { afterAll, beforeAll, test } from 'vitest'
import { type ApiScenario, openTestApi, type TestApi } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'
import { exportRoutes } from './transfer/export.ts'
import { importRoutes } from './transfer/import.ts'

/**
 * The rules of section 5 of the specification that aren't about fields of a resource's rows; those are in
 * validation-rules.
 */
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

type Rule = readonly [
  rule: string,
  call: Omit<ApiScenario, 'name' | 'status'>,
  status: number,
  messages: readonly string[],
]

const login = '/api/v1/auth/login'
const failed = 'The information you entered does not match the records in our system. Please try again.'
const domain = 'Must be a valid domain such as example.com.'
const firm = (body: object): Omit<ApiScenario, 'name' | 'status'> => ({
  as: 'Administrator',
  method: 'PUT',
  url: '/api/v1/firm/1',
  body,
})
const post = (url: string, body: object) => ({ method: 'POST', url, body }) as const
const importing = (type: string, body: string): Omit<ApiScenario, 'name' | 'status'> => ({
  as: 'Administrator',
  method: 'POST',
  url: '/api/v1/client/import?mode=dry_run',
  headers: { 'content-type': type },
  body,
})

const rules: readonly Rule[] = [
  ['log-in: email and password required', post(login, {}), 400, ['"field":"username"', '"field":"password"']],
  ['log-in: wrong', post(login, { username: 'nobody@one.example', password: 'long enough' }), 401, [failed]],
  [
    'log-in: a short password is as wrong as every other',
    post(login, { username: 'x@one.example', password: 'x' }),
    401,
    [failed],
  ],
  ['forgot: email required', post('/api/v1/auth/forgot', {}), 400, ['"field":"email"']],
  [
    'forgot: an empty email is required, not wrong',
    post('/api/v1/auth/forgot', { email: '' }),
    400,
    ['"errors":[{"field":"email","code":"required","message":"This field is required."}]'],
  ],
  ['forgot: a valid email', post('/api/v1/auth/forgot', { email: 'ada' }), 400, ['Must be a valid email.']],
  ['forgot: unknown email', post('/api/v1/auth/forgot', { email: 'x@one.example' }), 404, ["Email doesn't exist."]],
  [
    'reset: password too short',
    post('/api/v1/auth/reset', { email: 'x@one.example', token: 't', new_password: 'short' }),
    400,
    ['Password is too short (minimum is 8 characters)'],
  ],
  ['firm name: required', firm({ name: '' }), 400, ['"field":"name"', 'This field is required.']],
  ['firm name: at most 60', firm({ name: 'x'.repeat(61) }), 400, ['Length less than 61 characters.']],
  ['firm name: characters', firm({ name: 'A/B' }), 400, ['Only letters, digits, spaces and , : - + . & are allowed.']],
  ['firm name: all that may be in it', firm({ name: 'A, B: C-D + E. & 9' }), 200, []],
  ['firm: accepted domains valid', firm({ accepted_email_domains: ['x'] }), 400, [domain]],
  ['firm: ignored domains valid', firm({ ignored_email_domains: ['no domain'] }), 400, [domain]],
  [
    'firm: accepted domains unique',
    firm({ accepted_email_domains: ['x.example', 'X.example'] }),
    400,
    ['This item is already in the list.'],
  ],
  [
    'firm: ignored domains unique',
    firm({ ignored_email_domains: ['x.example', 'x.example'] }),
    400,
    ['This item is already in the list.'],
  ],
  [
    'firm: numbers are converted',
    firm({ import_warning_threshold: '3', max_case_deletions_on_import: '7' }),
    200,
    ['"import_warning_threshold":3', '"max_case_deletions_on_import":7'],
  ],
  ['export: filename required', { as: 'Administrator', url: '/api/v1/client/export' }, 400, ['Filename is required.']],
  ['import: not empty', importing('text/plain', ''), 400, ['The file is empty.']],
  ['import: comma-separated', importing('text/plain', 'Name;Number\nA;1'), 400, ['omma']],
  [
    'import: text',
    importing('application/pdf', '%PDF'),
    415,
    ['Send it as text/csv, text/plain, or application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.'],
  ],
]

test.each(rules)('%s', async (name, call, status, contains) => {
  await api.run({ name, ...call, status, contains })
})
