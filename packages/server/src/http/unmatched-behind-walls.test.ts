import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { receiveMessage } from '../mail/receive.ts'
import { filingKey } from '../notices/matching/filing-key.ts'
import { findPossible } from '../notices/pipeline/possible-cases.ts'
import { recordNotice } from '../notices/pipeline/records/parse.ts'
import type { Work } from '../notices/pipeline/stage.ts'
import { kinds, mailOf, rawOf, startDns, subjectOf } from '../notices/pipeline/trust-gate.fixture.ts'
import { type NoticeBench, noticeOf, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { productRoutes } from './routes.ts'

/** A notice that isn't of a case yet, because it waits for a person or a court. */

let dns: Server
let api: TestApi
let bench: NoticeBench
let addWalled: (court: string, of: { name: string; case_number: string }) => Promise<string>

beforeAll(async () => {
  dns = await startDns()
  const gateway = `http://127.0.0.1:${(dns.address() as AddressInfo).port}/`
  api = await openTestApi({ register: productRoutes, environment: { COURTCRIER_DNS_GATEWAY: gateway } })
  bench = await openNoticeBench(api.services)
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const matterId = await bench.add('matters', { name: 'Zinc', number: 'Zinc', client_id: clientId })
  const ruth = await bench.add('timekeepers', { full_name: 'Ruth Osei', email: 'ruth@one.example' })
  const ann = await bench.add('timekeepers', { full_name: 'Ann Lee', email: 'ann@one.example' })
  addWalled = async (court, of) => {
    const jurisdictionId = await bench.add('jurisdictions', { name: court, ecfx_jurisdiction_ids: [court] })
    const rest = { jurisdiction_id: jurisdictionId, matter_id: matterId, assigned_timekeepers: [ann] }
    return bench.add('cases', { ...of, ...rest })
  }
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: matterId, timekeeper_ids: [ruth] }
  await bench.add('ethical_walls', wall)
  await bench.query(sql`update users set timekeeper_id = ${ruth}::uuid where id = ${api.userIds[1].Manager}::uuid`)
  await bench.query(sql`update firms set internal_walls_enabled = true where firm_id = 1`)
})
afterAll(async () => {
  await bench?.close()
  await api?.close()
  dns?.close()
})

test('a message that is being read is hidden from those whom a wall excludes from anything', async () => {
  const seen = async (as: TestRole) => {
    const counted = async (query: string) => (await api.call({ as, url: `/api/v1/inbox/counts${query}` })).json().total
    const found = (await api.call({ as, url: '/api/v1/inbox_item/search?max=500' })).json()
    return [await counted(''), await counted('?fold=envelope_id'), Object.values(found).find(Array.isArray)?.length]
  }
  const before = [await seen('Administrator'), await seen('Manager')]
  const unread = { status: 'New', next_stage: 'authenticate', source_type: 'smtp', attempts: 0 }
  const of = { subject: 'Zinc v. Doe', received_at: '2026-11-29', raw_content: '0'.repeat(64) }
  const id = await bench.add('inbox_items', { ...unread, ...of, fingerprint: newId() })
  const plus = (counts: readonly unknown[] | undefined, n: number) => counts?.map((count) => Number(count) + n)
  expect([await status('Administrator', `inbox_item/${id}`), await status('Manager', `inbox_item/${id}`)]).toEqual([
    200, 404,
  ])
  expect(await seen('Administrator')).toEqual(plus(before[0], 1))
  expect(await seen('Manager')).toEqual(before[1])
  // What it was split into is being read.
  const whole = { ...of, status: 'Succeeded', disposition: 'SPLIT', source_type: 'smtp', attempts: 0 }
  const parent = await bench.add('inbox_items', { ...whole, fingerprint: newId() })
  await bench.query(sql`update inbox_items set parent_id = ${parent}::uuid where id = ${id}::uuid`)
  expect([
    await status('Administrator', `inbox_item/${parent}`),
    await status('Manager', `inbox_item/${parent}`),
  ]).toEqual([200, 404])
  expect(await seen('Manager')).toEqual(before[1])
  await bench.query(sql`update inbox_items set status = 'Action Required' where id = ${id}::uuid`)
  expect(await status('Manager', `inbox_item/${id}`)).toBe(200)
  expect(await seen('Manager')).toEqual(plus(before[1], 2))
})

test('a notice on hold, since its sender is not verified, is behind the walls around the cases it may be of', async () => {
  const kind = kinds.find(({ name }) => name === 'with links')
  if (!kind) throw new Error('there is no such notice')
  const mail = await mailOf(kind)
  const { courtId = '', number = '', name = '' } = await subjectOf(kind, mail)
  await addWalled(courtId, { name, case_number: number })
  const origin = { ip: '203.0.113.9', helo: 'relay.example', mailFrom: 'x@relay.example' }
  const { itemId } = await receiveMessage(api.services, {
    ...{ firmId: 1, raw: await rawOf('unverified', mail), via: 'smtp', source: 'relay.example', origin },
  })
  const item = await bench.rest(itemId)
  expect([item.status, item.caseId]).toEqual(['Action Required', null])
  expect(item.reason).toContain('Sender not verified')
  for (const url of [`inbox_item/${itemId}`, `inbox/${itemId}/message`])
    expect([await status('Administrator', url), await status('Manager', url)], url).toEqual([200, 404])
})

test('a filing whose documents are still to be retrieved is behind the walls around the cases it may be of', async () => {
  const caseId = await addWalled('cand', { name: 'Zinc v. Doe', case_number: '3:26-cv-04417' })
  const notice = {
    ...noticeOf({ court: 'cand', number: '3:26-cv-04417', name: 'Zinc v. Doe' }, 1),
    documents: [{ index: 0, description: { value: 'Motion', from: 'derived' as const } }],
  }
  const parse = { notice, filingKey: filingKey(notice) }
  const authenticate = { trust: 'verified' as const, reasons: [] }
  const work = { ...firmOne, itemId: newId(), origin: {}, results: { authenticate } } as unknown as Work
  const recorded = await bench.inFirm((trx) => recordNotice(trx, { work, result: parse, jobs: api.services.jobs }))
  expect(recorded.columns).toMatchObject({ other_case_ids: [caseId] })
  const envelope = `envelope/${recorded.envelopeId}`
  expect([await status('Administrator', envelope), await status('Manager', envelope)]).toEqual([200, 404])
  const [document] = await bench.query(
    sql<{ id: string }>`select id from documents where envelope_id = ${recorded.envelopeId ?? null}::uuid`,
  )
  expect(await status('Administrator', `document/${document?.id}`)).toBe(200)
  expect(await status('Manager', `document/${document?.id}`)).toBe(404)
})

test('of a message that was understood in part, a number and a party count', async () => {
  const caseId = await addWalled('cacd', { name: 'Quartz v. Doe', case_number: '2:26-cv-00321' })
  const { cases } = noticeOf({ court: 'cacd', number: '2:26-cv-00321', name: 'Quartz v. Doe' }, 1)
  const possible = (understood: Partial<Notice>) => bench.inFirm((trx) => findPossible(trx, firmOne, understood))
  expect(await possible({ cases })).toEqual([caseId])
  expect(await possible({})).toEqual([])
})

const firmOne = { firmId: 1, firm: { internalWallsEnabled: true } }

async function status(as: TestRole, url: string): Promise<number> {
  return (await api.call({ as, url: `/api/v1/${url}` })).status
}
