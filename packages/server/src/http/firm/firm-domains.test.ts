import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { findProvenDomains, giveAddresses } from '../../mail/own-domains.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'

let api: TestApi
let dns: Server
/** The TXT records of each name; a number is the gateway's answer status. */
const records = new Map<string, string[][] | number>()

beforeAll(async () => {
  dns = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://localhost')
    const found = searchParams.get('type') === 'TXT' ? records.get(searchParams.get('name') ?? '') : undefined
    response.statusCode = found === undefined ? 404 : typeof found === 'number' ? found : 200
    response.end(JSON.stringify(found ?? ''))
  })
  await new Promise<void>((resolve) => dns.listen(0, '127.0.0.1', resolve))
  const { port } = dns.address() as AddressInfo
  api = await openTestApi({ environment: { COURTCRIER_DNS_GATEWAY: `http://127.0.0.1:${port}/` } })
})
afterAll(async () => {
  await api.close()
  dns.close()
})

test('a domain is verified by its record, and can then receive mail', async () => {
  const begun = await start(1, 'Harlan.example')
  expect(begun).toMatchObject({ name: 'harlan.example', proved_at: null, record_name: '_courtcrier.harlan.example' })
  expect(begun.record_value).toMatch(/^courtcrier-verify=[0-9a-f]{40}$/)
  expect(await check(1, begun)).toMatchObject({
    problem: expect.stringMatching(/There is no TXT record _courtcrier\./),
  })
  records.set('_courtcrier.harlan.example', [['v=spf1 -all'], ['courtcrier-verify=other']])
  expect(await check(1, begun)).toMatchObject({ proved_at: null, problem: expect.stringContaining('another value') })
  records.set('_courtcrier.harlan.example', 503)
  expect(await check(1, begun)).toMatchObject({ proved_at: null, problem: expect.stringContaining("didn't answer") })
  expect((await setAddresses(1, ['*@ecf.harlan.example'])).status).toBe(400)
  const value = String(begun.record_value)
  records.set('_courtcrier.harlan.example', [['something else'], [value.slice(0, 20), value.slice(20)]])
  expect(await check(1, begun)).toMatchObject({ proved_at: expect.any(String), problem: null })
  expect((await setAddresses(1, ['*@ecf.harlan.example'])).status).toBe(200)
  expect(await provenOf(1)).toContain('harlan.example')
})

test("another firm's record verifies nothing, and what is in use stays with the firm that has it", async () => {
  const first = await start(1, 'shared.example')
  const second = await start(2, 'shared.example')
  expect(first.record_value).not.toBe(second.record_value)
  records.set('_courtcrier.shared.example', [[String(first.record_value)]])
  expect(await check(2, second)).toMatchObject({ proved_at: null })
  expect(await check(1, first)).toMatchObject({ proved_at: expect.any(String) })
  records.set('_courtcrier.shared.example', [[String(second.record_value)]])
  const refused = await check(2, second)
  expect(refused).toMatchObject({ proved_at: null, problem: expect.stringContaining('already in use on this server') })
  expect(JSON.stringify(refused)).not.toContain('Firm 1')
  const below = await start(2, 'sub.shared.example')
  records.set('_courtcrier.sub.shared.example', [[String(below.record_value)]])
  expect(await check(2, below)).toMatchObject({ proved_at: null })
  expect(await provenOf(2)).toEqual([])
})

test('a domain that contains what the firm has replaces it, with its addresses', async () => {
  await withFirm(api.services.database, 2, (trx) =>
    giveAddresses(trx, { firmId: 2, addresses: ['ecf@in.grown.example'] }),
  )
  expect((await setAddresses(2, ['ecf@in.grown.example'])).status).toBe(200)
  const begun = await start(2, 'grown.example')
  records.set('_courtcrier.grown.example', [[String(begun.record_value)]])
  await check(2, begun)
  expect((await list(2)).map(({ name }) => name)).not.toContain('ecf@in.grown.example')
  const removed = await remove(2, begun)
  expect([removed.status, removed.text]).toEqual([
    409,
    expect.stringContaining('receives mail at ecf@in.grown.example'),
  ])
  expect((await setAddresses(2, [])).status).toBe(200)
  expect((await remove(2, begun)).status).toBe(204)
})

test.each(['gmail.com', '*@outlook.com', 'uscourts.gov', 'com', 'a@b.example', 'no domain', 'harlan.example', ''])(
  '%j cannot be verified',
  async (domain) => {
    const answer = await call(1, 'POST', '/firm/domains', { domain })
    expect(answer.status).toBe(400)
  },
)

test('only those who may change the firm verify domains, and each firm sees its own', async () => {
  for (const as of ['View Only', 'Docketing'] as const) {
    const answer = await api.call({ as, method: 'POST', url: '/api/v1/firm/domains', body: { domain: 'x.example' } })
    expect(answer.status).toBe(403)
  }
  const [{ id } = { id: '' }] = await list(1)
  expect((await call(2, 'POST', `/firm/domains/${id}/check`)).status).toBe(404)
  expect((await call(2, 'DELETE', `/firm/domains/${id}`)).status).toBe(404)
  expect((await call(1, 'DELETE', '/firm/domains/nonsense')).status).toBe(404)
})

async function start(firm: 1 | 2, domain: string): Promise<AnyRow> {
  const answer = await call(firm, 'POST', '/firm/domains', { domain })
  expect(answer.status, answer.text).toBe(201)
  return answer.json()
}

async function check(firm: 1 | 2, { id }: AnyRow): Promise<AnyRow> {
  return (await call(firm, 'POST', `/firm/domains/${String(id)}/check`)).json()
}

function remove(firm: 1 | 2, { id }: AnyRow) {
  return call(firm, 'DELETE', `/firm/domains/${String(id)}`)
}

async function list(firm: 1 | 2): Promise<readonly AnyRow[]> {
  return (await call(firm, 'GET', '/firm/domains')).json().domains as readonly AnyRow[]
}

function setAddresses(firm: 1 | 2, addresses: readonly string[]) {
  return call(firm, 'PUT', `/firm/${firm}`, { incoming_email_addresses: addresses })
}

function provenOf(firmId: number) {
  return withFirm(api.services.database, firmId, (trx) => findProvenDomains(trx, firmId))
}

function call(firm: 1 | 2, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: AnyRow) {
  return api.call({ as: 'Administrator', firm, method, url: `/api/v1${path}`, ...(body ? { body } : {}) })
}
