import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { type ApiScenario, openTestApi, type TestApi } from '../../testing/api.ts'
import { pngOf } from '../../testing/png.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi()
})
afterAll(() => api.close())

const url = '/api/v1/firm/theme.css'
const logo = '/api/v1/firm/logo.png'

/** Sets the firm's columns without any checks, as an older version or another program might have. */
const setColumns = (primary: string, name: string) => (opened: TestApi) =>
  withFirm(opened.services.database, 1, (trx) =>
    sql`update firms set primary_color = ${primary}, secondary_color = null, name = ${name}`.execute(trx),
  )

const scenarios: ApiScenario[] = [
  {
    name: "a firm that has chosen nothing has the brand's colors, and its name",
    url,
    status: 200,
    contains: ['html:root[data-mantine-color-scheme="light"]{--brand:#23407a;', '--firm-name:"Firm 1"'],
    containsNot: ['logo.png', 'Firm 2'],
    after: (_, { headers }) => expect(headers['content-type']).toBe('text/css; charset=utf-8'),
  },
  {
    name: 'anybody gets the chosen colors, for light, dark and accessible colors',
    before: (opened) =>
      opened.call({
        as: 'Administrator',
        method: 'PUT',
        url: '/api/v1/firm/1',
        body: { primary_color: '#7a2340', secondary_color: '#1f5c3a' },
      }),
    url,
    status: 200,
    contains: [
      '[data-mantine-color-scheme="light"]{--brand:#7a2340;',
      '--second:#1f5c3a;',
      '[data-mantine-color-scheme="dark"][data-accessible-colours]{',
    ],
  },
  {
    name: "another firm's page does not have them",
    firm: 2,
    url,
    status: 200,
    contains: ['--firm-name:"Firm 2"', '--brand:#23407a;'],
    containsNot: ['#7a2340', '#1f5c3a', 'Firm 1'],
  },
  {
    name: 'an address without a firm has the brand alone',
    url,
    headers: { host: 'nobody.example' },
    status: 200,
    contains: ['--brand:#23407a;', '--firm-name:""'],
    containsNot: ['Firm'],
  },
  {
    name: 'what is no color and what is no name cannot break out of the sheet',
    before: setColumns('red}*{display:none', 'A"}\\*{}</style>\n'),
    url,
    status: 200,
    contains: ['--brand:#23407a;', '--firm-name:"A\\22 \\7d \\5c '],
    containsNot: ['red', 'display', '</style', '"}\\*'],
  },
  {
    name: 'a logo is in it once there is one, and removing it takes it out again',
    before: async (opened) => {
      await setColumns('#23407a', 'Firm 1')(opened)
      const headers = { 'content-type': 'image/png' }
      const body = pngOf(400, 400)
      expect((await opened.call({ as: 'Administrator', method: 'PUT', url: logo, body, headers })).status).toBe(204)
    },
    url,
    status: 200,
    contains: ['--firm-logo:url("/api/v1/firm/logo.png")'],
    after: async (opened) => {
      const remove = { method: 'DELETE', url: logo } as const
      expect((await opened.call({ ...remove, as: 'Docketing' })).status).toBe(403)
      expect((await opened.call({ ...remove, as: 'Administrator', firm: 2 })).status).toBe(404)
      expect((await opened.call({ ...remove, as: 'Administrator' })).status).toBe(204)
      expect((await opened.call({ url: logo })).status).toBe(404)
      expect((await opened.call({ url })).text).not.toContain('logo.png')
      expect((await opened.call({ ...remove, as: 'Administrator' })).text).toContain('The firm has no logo.')
    },
  },
]

test.each(scenarios)('$name', (scenario) => api.run(scenario))

test('a browser that already has it gets 304', async () => {
  const { headers } = await api.call({ url })
  const again = await api.call({ url, headers: { 'if-none-match': String(headers.etag) } })
  expect(again.status).toBe(304)
  expect(headers['cache-control']).toBe('no-cache')
})

test('removing the logo is in the log', async () => {
  const { text } = await api.call({ as: 'Administrator', url: '/api/v1/firm' })
  expect(text).toContain('"has_logo":false')
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql<{ sentence: string }>`select sentence from system_events where entity = 'firm'`.execute(trx),
  )
  expect(rows.map(({ sentence }) => sentence)).toContain('The logo was removed.')
})
