import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { Dashboard } from '@courtcrier/contract/calls/dashboard.ts'
import { dateRanges } from '@courtcrier/contract/dashboard.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { dashboardRoutes } from './dashboard.ts'
import { resourceRoutes } from './resources.ts'

/** A Saturday morning in New York. */
const now = new Date('2026-11-21T14:30:00.000Z')

let api: TestApi
const ids: Record<string, string> = {}

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      dashboardRoutes(app, { ...services, now: () => now })
    },
  })
  await sql`update firms set default_time_zone = 'America/New_York'`.execute(api.services.database.kysely)
  await fillFirm(1)
  await fillFirm(2)
})
afterAll(() => api.close())

const run = (statement: ReturnType<typeof sql>) => statement.execute(api.services.database.kysely)

/** Creates two clients with two matters and three cases; the second firm has the same, many times. */
async function fillFirm(firmId: 1 | 2): Promise<void> {
  const id = (name: string) => {
    ids[`${firmId}.${name}`] ??= newId()
    return ids[`${firmId}.${name}`] as string
  }
  await run(sql`insert into timekeepers (firm_id, id, full_name) values
    (${firmId}, ${id('lowe')}::uuid, ${`Maya Lowe ${firmId}`}), (${firmId}, ${id('abara')}::uuid, ${`Jo Abara ${firmId}`})`)
  await run(sql`insert into clients (firm_id, id, name, number) values
    (${firmId}, ${id('acme')}::uuid, ${`Acme ${firmId}`}, 'C1'), (${firmId}, ${id('beta')}::uuid, ${`Beta ${firmId}`}, 'C2')`)
  await run(sql`insert into matters (firm_id, id, name, number, client_id) values
    (${firmId}, ${id('m1')}::uuid, ${`Matter one ${firmId}`}, 'M1', ${id('acme')}::uuid),
    (${firmId}, ${id('m2')}::uuid, ${`Matter two ${firmId}`}, 'M2', ${id('acme')}::uuid),
    (${firmId}, ${id('m3')}::uuid, ${`Matter three ${firmId}`}, 'M3', ${id('beta')}::uuid)`)
  await run(sql`insert into jurisdictions (firm_id, id, name) values (${firmId}, ${id('j')}::uuid, 'J')`)
  for (const [name, matter] of [
    ['c1', 'm1'],
    ['c2', 'm1'],
    ['c3', 'm2'],
    ['c4', 'm3'],
  ] as const)
    await run(sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id)
      values (${firmId}, ${id(name)}::uuid, ${name}, ${name}, ${id('j')}::uuid, ${id(matter)}::uuid)`)
  const times = firmId === 2 ? 7 : 1
  for (let n = 0; n < times; n++) for (const notice of notices) await addNotice(firmId, notice)
}

interface Given {
  at: string
  court: string | null
  case?: string
  verdicts?: readonly string[]
  told?: readonly string[]
}

const notices: readonly Given[] = [
  // 11:59 p.m. on the 20th in New York, and the moment after, when it is the 21st.
  { at: '2026-11-21T04:59:59.999Z', court: 'cand', case: 'c1', verdicts: ['fetched', 'fetched'], told: ['lowe'] },
  { at: '2026-11-21T05:00:00.000Z', court: 'cand', case: 'c1', verdicts: ['fetched'], told: ['lowe', 'abara'] },
  { at: '2026-11-21T14:10:00.000Z', court: 'nysd', case: 'c2', verdicts: ['spent', 'sealed'] },
  // A state court, an unknown court, and none.
  { at: '2026-11-10T20:00:00.000Z', court: 'nyappdiv', case: 'c3', told: ['lowe'] },
  { at: '2026-11-10T20:59:00.000Z', court: 'no-such-court', case: 'c4' },
  { at: '2026-11-10T20:59:30.000Z', court: null },
  // The first and the last moment of the last month, and the moments next to them.
  { at: '2026-10-22T04:00:00.000Z', court: 'nysd', case: 'c4' },
  { at: '2026-10-22T03:59:59.999Z', court: 'nysd', case: 'c4' },
  // The hour that occurs twice when daylight saving time ends: 1:30 a.m., both times.
  { at: '2025-11-02T05:30:00.000Z', court: 'nysd' },
  { at: '2025-11-02T06:30:00.000Z', court: 'nysd' },
]

async function addNotice(firmId: number, given: Given): Promise<void> {
  const envelope = newId()
  const item = newId()
  const caseId = given.case ? ids[`${firmId}.${given.case}`] : null
  await run(sql`insert into inbox_items (firm_id, id, received_at, raw_content, fingerprint, status)
    values (${firmId}, ${item}::uuid, ${given.at}::timestamptz, 'x', ${item}, 'Succeeded')`)
  await run(sql`insert into envelopes (firm_id, id, created_at, ecfx_jurisdiction_id, case_id, court_envelope_id)
    values (${firmId}, ${envelope}::uuid, ${given.at}::timestamptz, ${given.court}, ${caseId ?? null}::uuid, ${envelope})`)
  for (const [position, verdict] of (given.verdicts ?? []).entries())
    await run(sql`insert into documents (firm_id, id, created_at, envelope_id, position, title, verdict, pages, size)
      values (${firmId}, ${newId()}::uuid, ${given.at}::timestamptz, ${envelope}::uuid, ${position}, 'T', ${verdict},
        ${verdict === 'fetched' ? 3 : null}::integer, ${verdict === 'fetched' ? 1000 : null}::integer)`)
  for (const name of given.told ?? [])
    await run(sql`insert into deliveries (firm_id, id, created_at, envelope_id, inbox_item_id, timekeeper_id, email, method, status, message_id)
      values (${firmId}, ${newId()}::uuid, ${given.at}::timestamptz, ${envelope}::uuid, ${item}::uuid,
        ${ids[`${firmId}.${name}`]}::uuid, ${`${name}@one.example`}, 'PDF', 'sent', ${newId()})`)
}

async function ask(query: string, { as = 'Docketing', firm = 1 }: { as?: TestRole; firm?: 1 | 2 } = {}) {
  const answer = await api.call({ as, firm, url: `/api/v1/dashboard?${query}` })
  expect(answer.status, answer.text).toBe(200)
  return answer.json() as unknown as Dashboard
}

const none = { federal: 0, state: 0, other: 0, unknown: 0 }

describe('the counts', () => {
  test("of a day include everything received between its midnights in the firm's time zone", async () => {
    const today = await ask('range=today')
    expect(today).toMatchObject({ from: '2026-11-21', to: '2026-11-21', time_zone: 'America/New_York' })
    expect(today.notices).toEqual({
      total: 2,
      by_month: [{ month: '2026-11', ...none, federal: 2 }],
      by_day: [{ day: '2026-11-21', ...none, federal: 2 }],
      by_hour: hours({ 0: 1, 9: 1 }),
      by_system: { ...none, federal: 2 },
      courts: { federal: ['cand', 'nysd'], state: [], other: [], unknown: [] },
      peak: { day: '2026-11-21', hour: 0, count: 1 },
    })
    const yesterday = await ask('range=yesterday')
    expect(yesterday.notices).toMatchObject({ total: 1, before: 0, peak: { day: '2026-11-20', hour: 23, count: 1 } })
  })

  test('of a month include its first and last moment, are by court system, and are compared with the month before', async () => {
    const { notices, documents, deliveries, minutes_saved } = await ask('range=last_month')
    expect(notices).toMatchObject({
      total: 7,
      before: 1,
      by_month: [
        { month: '2026-10', ...none, federal: 1 },
        { month: '2026-11', federal: 3, state: 1, other: 1, unknown: 1 },
      ],
      by_system: { federal: 4, state: 1, other: 1, unknown: 1 },
      courts: { federal: ['cand', 'nysd'], state: ['nyappdiv'], other: ['no-such-court'], unknown: [] },
      peak: { day: '2026-11-10', hour: 15, count: 3 },
      by_hour: hours({ 0: 2, 9: 1, 15: 3, 23: 1 }),
    })
    expect(documents).toEqual({
      total: 5,
      fetched: 3,
      pages: 9,
      bytes: 3000,
      by_verdict: { fetched: 3, sealed: 1, spent: 1 },
    })
    expect(deliveries).toBe(4)
    expect(minutes_saved).toBe(7 * 4 + 3 * 2 + 4)
  })

  test('of an hour that the clock shows twice are one number', async () => {
    const { notices } = await ask('range=custom&from=2025-11-02&to=2025-11-02')
    expect(notices).toMatchObject({
      total: 2,
      by_hour: hours({ 1: 2 }),
      peak: { day: '2025-11-02', hour: 1, count: 2 },
    })
  })

  test('of all time begin with the first notice and have months only', async () => {
    const all = await ask('range=all_time')
    expect(all).toMatchObject({ from: '2025-11-02', to: '2026-11-21' })
    expect(all.notices?.total).toBe(notices.length)
    expect(all.notices?.by_day).toBeUndefined()
    expect(all.notices?.before).toBeUndefined()
    expect(all.notices?.by_month.map(({ month }) => month)).toEqual(['2025-11', '2026-10', '2026-11'])
  })

  test("never include another firm's rows", async () => {
    const [one, two] = [await ask('range=all_time'), await ask('range=all_time', { firm: 2 })]
    expect(two.notices?.total).toBe(7 * notices.length)
    expect(one.notices?.total).toBe(notices.length)
    expect(JSON.stringify(one)).not.toMatch(/(Acme|Beta|Matter \w+|Lowe|Abara) 2/)
  })

  test("use the caller's zone when the firm has set none, including zones with half-hour offsets", async () => {
    await run(sql`update firms set default_time_zone = null where firm_id = 2`)
    const { notices, time_zone } = await ask('range=custom&from=2026-11-21&to=2026-11-21&time_zone=Asia/Kolkata', {
      firm: 2,
    })
    expect(time_zone).toBe('Asia/Kolkata')
    expect(notices).toMatchObject({ total: 21, by_hour: hours({ 10: 14, 19: 7 }) })
    await run(sql`update firms set default_time_zone = 'America/New_York' where firm_id = 2`)
  })

  test.each(dateRanges.filter((range) => range !== 'custom'))('of %s are returned', async (range) => {
    expect((await ask(`range=${range}`)).notices?.total).toBeGreaterThan(0)
  })
})

test('the list behind an hour has as many notices as the dashboard counts', async () => {
  const { notices } = await ask('range=last_month')
  const filters = [
    {
      field: 'created_at',
      from: '2026-10-22T04:00:00.000Z',
      to: '2026-11-22T04:59:59.999Z',
      hour: 15,
      zone: 'America/New_York',
    },
  ]
  const query = new URLSearchParams({ max: '1', filters: JSON.stringify(filters) })
  const answer = await api.call({ as: 'Docketing', url: `/api/v1/envelope/search?${query}` })
  expect(Number(answer.headers['x-total-count'])).toBe(notices?.by_hour[15])
})

describe('the most', () => {
  test('are summed over cases and matters, and name the cases behind the number', async () => {
    const { top_matters, top_clients, top_timekeepers } = await ask('range=last_month')
    expect(top_matters?.map(({ title, count }) => [title, count])).toEqual([
      ['Matter one 1', 3],
      ['Matter three 1', 2],
      ['Matter two 1', 1],
    ])
    expect(top_matters?.[0]?.case_ids?.toSorted()).toEqual([ids['1.c1'], ids['1.c2']].toSorted())
    expect(top_clients?.map(({ title, count }) => [title, count])).toEqual([
      ['Acme 1', 4],
      ['Beta 1', 2],
    ])
    expect(top_timekeepers).toEqual([
      { id: ids['1.lowe'], title: 'Maya Lowe 1', count: 3 },
      { id: ids['1.abara'], title: 'Jo Abara 1', count: 1 },
    ])
  })
})

describe('what needs attention', () => {
  test('is listed with its number and since when, and nothing healthy is listed', async () => {
    expect((await ask('range=today')).unhealthy).toEqual([
      { kind: 'document_missing', count: 1, is_at_least: false, oldest_at: '2026-11-21T14:10:00.000Z' },
    ])
    const item = newId()
    const { rows } = await run(sql`select id from envelopes where firm_id = 1 limit 1`)
    const envelope = (rows[0] as { id: string }).id
    await run(sql`insert into inbox_items (firm_id, id, received_at, raw_content, fingerprint, status) values
      (1, ${item}::uuid, '2026-11-21T09:00:00Z', 'x', 'a', 'Action Required'),
      (1, ${newId()}::uuid, '2026-11-21T08:00:00Z', 'x', 'b', 'Action Required'),
      (1, ${newId()}::uuid, '2024-01-01T08:00:00Z', 'x', 'c', 'Failed')`)
    await run(sql`insert into deliveries (firm_id, id, created_at, envelope_id, inbox_item_id, email, method, status, message_id) values
      (1, ${newId()}::uuid, '2026-11-21T14:29:00Z', ${envelope}::uuid, ${item}::uuid, 'a@x.example', 'PDF', 'waiting', 'm1'),
      (1, ${newId()}::uuid, '2026-11-20T14:29:00Z', ${envelope}::uuid, ${item}::uuid, 'b@x.example', 'PDF', 'failed', 'm2'),
      (1, ${newId()}::uuid, '2026-10-20T14:29:00Z', ${envelope}::uuid, ${item}::uuid, 'c@x.example', 'PDF', 'failed', 'm3')`)
    const { unhealthy } = await ask('range=today')
    expect(unhealthy.map(({ kind, count, oldest_at }) => [kind, count, oldest_at?.slice(0, 16)])).toEqual([
      ['action_required', 2, '2026-11-21T08:00'],
      ['item_failed', 1, '2024-01-01T08:00'],
      ['document_missing', 1, '2026-11-21T14:10'],
      ['delivery_failed', 1, '2026-11-20T14:29'],
    ])
    // A waiting delivery is listed once it has waited too long, and counts all that wait.
    await run(sql`update deliveries set created_at = '2026-11-21T14:14:00Z' where firm_id = 1 and message_id = 'm1'`)
    expect((await ask('range=today')).unhealthy.at(-1)).toMatchObject({ kind: 'delivery_waiting', count: 1 })
    expect((await ask('range=today', { firm: 2 })).unhealthy.map(({ kind }) => kind)).toEqual(['document_missing'])
  })

  test('includes mailboxes and sending accounts that fail, and secrets in use that expire within 14 days', async () => {
    const account = { service: 'OAUTH', address: 'a@one.example' }
    const soon = '2026-12-05'
    await run(sql`insert into mailboxes (firm_id, id, name, service, address, folder, health, expires_at, is_active) values
      (2, ${newId()}::uuid, 'Gone', ${account.service}, ${account.address}, 'INBOX', 'failing', null, true),
      (2, ${newId()}::uuid, 'Ends', ${account.service}, ${account.address}, 'INBOX', 'healthy', ${soon}::date, true),
      (2, ${newId()}::uuid, 'Later', ${account.service}, ${account.address}, 'INBOX', 'healthy', '2026-12-06', true),
      (2, ${newId()}::uuid, 'Off', ${account.service}, ${account.address}, 'INBOX', 'failing', ${soon}::date, false)`)
    await run(sql`insert into mail_senders (firm_id, id, name, service, address, health, expires_at) values
      (2, ${newId()}::uuid, 'Docketing', ${account.service}, ${account.address}, 'failing', ${soon}::date)`)
    await run(sql`insert into identity_providers (firm_id, id, name, protocol, issuer, client_id, scopes, admits, expires_at)
      values (2, ${newId()}::uuid, 'Entra', 'OIDC', 'https://login.example', 'x', 'openid', 'EXISTING', '2026-11-01')`)
    const listed = async (as: TestRole) =>
      (await ask('range=today', { firm: 2, as })).unhealthy
        .filter(({ kind }) => /^(?:mailbox|sender|provider)/.test(kind))
        .map(({ kind, count }) => [kind, count])
    expect(await listed('Administrator')).toEqual([
      ['mailbox_failing', 1],
      ['mailbox_expires', 1],
      ['sender_failing', 1],
      ['sender_expires', 1],
      ['provider_expires', 1],
    ])
    expect(await listed('View Only')).toEqual([])
  })

  test('includes a court that sent something every day and stopped, but none over a weekend or with a low volume', async () => {
    // Mondays to Fridays until Tuesday the 17th: Wednesday to Friday were quiet.
    for (let day = 1; day <= 17; day++) {
      const date = new Date(Date.UTC(2026, 10, day, 16))
      if (date.getUTCDay() % 6 === 0) continue
      for (const n of [0, 1, 2, 3])
        await addNotice(2, { at: new Date(date.getTime() + n * 60_000).toISOString(), court: 'txnd' })
      await addNotice(2, { at: date.toISOString(), court: 'txsd' })
    }
    for (let day = 16; day <= 20; day++)
      for (let n = 0; n < 5; n++) await addNotice(2, { at: `2026-11-${day}T16:0${n}:00Z`, court: 'txed' })
    const { unhealthy } = await ask('range=today', { firm: 2 })
    expect(unhealthy.filter(({ kind }) => kind === 'court_quiet').map(({ court }) => court)).toEqual([
      { id: 'txnd', name: 'N.D. Tex.', last_at: '2026-11-17T16:03:00.000Z', usual_per_day: 4 },
    ])
  })
})

describe('a role', () => {
  const parts = {
    notifications: ['notices', 'documents', 'deliveries', 'minutes_saved'],
    top_matter: ['top_matters'],
    top_client: ['top_clients'],
    top_timekeeper: ['top_timekeepers'],
  } as const
  const all: readonly string[] = Object.values(parts).flat()

  async function asRole(permissions: AnyRow): Promise<AnyRow> {
    const answer = await api.call({
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/user_security_role',
      body: { name: `Role ${newId()}`, user_ids: [api.userIds[1]['View Only']], ...allRead(), ...permissions },
    })
    expect(answer.status, answer.text).toBe(201)
    await api.giveRole('View Only', String(answer.json().id))
    const dashboard = await api.call({ as: 'View Only', url: '/api/v1/dashboard?range=all_time' })
    await api.giveRole('View Only', api.firms[1].roleIds['View Only'])
    return { status: dashboard.status, ...dashboard.json() }
  }

  function allRead(): AnyRow {
    return Object.fromEntries(
      ['dashboard', 'envelope', 'document', 'delivery', 'inbox_item', 'case', 'matter', 'client', 'timekeeper'].map(
        (subject) => [`${subject}_access`, 'READ'],
      ),
    )
  }

  test.each(Object.entries(parts))('without %s gets no such part', async (field, without) => {
    const answer = await asRole({ dashboard_permissions: { [field]: 'DENY' } })
    expect(answer.status).toBe(200)
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(all.filter((part) => !without.some((w) => w === part))))
    for (const part of without) expect(answer).not.toHaveProperty(part)
    if (field === 'notifications') expect(answer.unhealthy).toEqual([])
  })

  test('gets no names of records it may not see, and no documents', async () => {
    const answer = await asRole({
      client_access: 'DENY',
      matter_permissions: { name: 'DENY' },
      document_access: 'DENY',
    })
    for (const part of ['top_clients', 'top_matters', 'documents']) expect(answer).not.toHaveProperty(part)
    expect(JSON.stringify(answer)).not.toMatch(/Acme|Matter one|document_missing/)
  })

  test('that may not open the dashboard is refused, and so is a caller without a login', async () => {
    expect((await asRole({ dashboard_access: 'DENY' })).status).toBe(403)
    expect((await api.call({ url: '/api/v1/dashboard' })).status).toBe(401)
  })

  test('that is predefined sees what it is granted', async () => {
    for (const role of ['Administrator', 'Manager', 'View Only', 'Docketing'] as const) {
      const answer = await ask('range=all_time', { as: role })
      expect(Object.keys(answer), role).toEqual(expect.arrayContaining([...all]))
    }
    expect(subjectAccess('dashboard', { id: '', name: '', isSystemDefined: false, grants: {} } satisfies Role)).toBe(
      'DENY',
    )
  })
})

test.each([
  ['range=tomorrow', 'range'],
  ['range=custom', 'from'],
  ['range=custom&from=2026-02-30&to=2026-03-01', 'from'],
  ['range=custom&from=2026-01-01&to=never', 'to'],
  ['range=today&time_zone=Mars/Olympus', 'time_zone'],
])('%s is refused, naming %s', async (query, field) => {
  const answer = await api.call({ as: 'Docketing', url: `/api/v1/dashboard?${query}` })
  expect(answer.status).toBe(400)
  expect(answer.text).toContain(`"field":"${field}"`)
})

function hours(given: Readonly<Record<number, number>>): number[] {
  return Array.from({ length: 24 }, (_, hour) => given[hour] ?? 0)
}
