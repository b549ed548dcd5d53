import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { isOnServer } from '../../testing/database.ts'
import { type NoticeBench, openNoticeBench } from '../preferences/notice-bench.fixture.ts'
import { reopen } from '../reopen.ts'
import { openCaseMaker } from './create-case.ts'

let bench: NoticeBench
let ids: Record<'ada' | 'ben' | 'left' | 'matter' | 'north' | 'court' | 'judge', string>

beforeAll(async () => {
  bench = await openNoticeBench()
  const client = await bench.add('clients', { name: 'Courtcrier Clients', number: 'C' })
  const northgate = await bench.add('clients', { name: 'Northgate Mills', number: 'N' })
  const person = (name: string, more: object = {}) =>
    bench.add('timekeepers', { full_name: name, email: `${name.toLowerCase()}@firm.example`, ...more })
  const court = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  ids = {
    ada: await person('Ada'),
    ben: await person('Ben'),
    left: await person('Lea', { status: 'Inactive' }),
    matter: await bench.add('matters', { name: 'New cases', number: 'M', client_id: client }),
    north: await bench.add('matters', { name: 'Northgate', number: 'N1', client_id: northgate }),
    court,
    judge: await bench.add('judges', { name: 'Hon. Rita S. Moreno', jurisdiction_id: court }),
  }
})
afterAll(() => bench.close())
afterEach(async () => {
  for (const table of ['jurisdiction_preferences', 'auto_case_creations'])
    await bench.query(sql`delete from ${sql.table(table)} where firm_id = 1`)
})

let serial = 26_100
/** A notice of a case the firm doesn't have. */
const unknown = (more: object = {}) => ({
  ...{ court: 'cand', number: `3:26-cv-${++serial}-RSM`, name: `Calder v. Stranger ${serial}`, key: String(serial) },
  ...{ emails: ['Ben@firm.example', 'roe@other.example'] },
  ...more,
})

async function rule(name: string, more: object = {}): Promise<string> {
  const fields = { name, timekeepers: [ids.ada, ids.left], matter_id: ids.matter, ...more }
  const id = await bench.add('auto_case_creations', {
    party_email_domains: [],
    assignment_maintenance: 'INITIAL_ONLY',
    ...fields,
  })
  await bench.add('jurisdiction_preferences', {
    description: `for ${name}`,
    order: 1,
    enabled: true,
    auto_case_creation_id: id,
  })
  return id
}

interface MadeCase {
  id: string
  name: string
  case_number: string
  matter_id: string
  assigned_timekeepers: readonly string[]
  /** As it is written; the driver makes a moment of it. */
  filed_on: string | null
}

const casesOf = (number: string) =>
  bench.query(
    sql<MadeCase>`select *, filed_date::text as filed_on from cases where firm_id = 1 and case_number = ${number}`,
  )

const matched = (history: readonly string[]) => history.find((line) => line.startsWith('match:'))

test('a notice of an unknown case has it made, with all that the notice and the rule say, and notifies its people', async () => {
  const id = await rule('California', { party_email_domains: ['firm.example'] })
  const notice = unknown({
    notice: { documentNumber: { value: '1', from: 'body' }, filedDate: { value: '2026-03-04', from: 'body' } },
  })
  const item = await bench.send(notice)
  const [made] = await casesOf(notice.number)
  expect(made).toMatchObject({
    ...{
      name: notice.name,
      jurisdiction_id: ids.court,
      matter_id: ids.matter,
      unique_key: notice.key,
      judge_id: ids.judge,
    },
    ...{ assigned_timekeepers: [ids.ada, ids.ben], status: 'Open', filed_on: '2026-03-04' },
  })
  expect(item).toMatchObject({ caseId: made?.id, recipients: ['ada@firm.example', 'ben@firm.example'] })
  expect(matched(item.history)).toBe(
    `match: The rule "California" made the case ${notice.name}, as the jurisdiction preference "for California" says.`,
  )
  expect(
    await bench.query(sql`select auto_case_creation_id as rule, inbox_item_id as item, assigned from case_creations
    where case_id = ${made?.id ?? null}::uuid`),
  ).toEqual([{ rule: id, item: item.id, assigned: [ids.ada, ids.ben] }])
  expect(
    await bench.query(sql`select type, user_id, facts from system_events where entity_id = ${made?.id ?? null}`),
  ).toEqual([{ type: 'object create', user_id: null, facts: { by: 'rule' } }])
})

test('the description of the case has the parties that the notice and the case’s name give, each once', async () => {
  await rule('Parties')
  const counselOf = (onBehalfOf?: string) => ({
    ...{ name: 'Roe', emails: ['roe@other.example'], isServedElectronically: true },
    ...(onBehalfOf && { onBehalfOf }),
  })
  const recipients = [counselOf('Harbor Lines, Inc.'), counselOf('Quill Bank'), counselOf()]
  const notice = unknown({ notice: { filer: { value: 'Harbor Lines, Inc.', from: 'body' }, recipients } })
  await bench.send(notice)
  expect(await casesOf(notice.number)).toMatchObject([
    {
      description: expect.stringMatching(/^Parties named in the first notice: .*; Harbor Lines, Inc\.; Quill Bank\.$/),
    },
  ])
})

test('without a matter of its own, the rule files it under the client whose name the case has, or leaves it to a person', async () => {
  await rule('No matter', { matter_id: null })
  const known = unknown({ name: 'Roe v. Northgate Mills, Inc.' })
  await bench.send(known)
  expect(await casesOf(known.number)).toMatchObject([{ matter_id: ids.north }])
  const other = unknown()
  expect(await bench.send(other)).toMatchObject({
    status: 'Action Required',
    reason:
      'No case has this number in N.D. Cal. The rule "No matter" made none, because it names no matter, and the notice\'s parties fit none.',
  })
  expect(await casesOf(other.number)).toEqual([])
})

test.each<[string, object, string]>([
  ['names several cases', { dockets: [{ number: '3:26-cv-09999' }] }, 'the notice names several cases'],
  ['has no name for it', { name: undefined }, "the notice doesn't name the case"],
  ['is an announcement', { notice: { kind: 'announcement' } }, 'the message is no notice of a filing'],
  [
    'is of a court without a jurisdiction',
    { court: 'nysd' },
    "S.D.N.Y. isn't in exactly one of the firm's jurisdictions",
  ],
])('a notice that %s is left to a person', async (_, more, because) => {
  await rule('Careful')
  const notice = unknown(more)
  const item = await bench.send(notice)
  expect(item.status).toBe('Action Required')
  expect(item.reason).toContain(`The rule "Careful" made none, because ${because}.`)
  expect(await casesOf(notice.number)).toEqual([])
})

test('a rule that would assign nobody makes no case', async () => {
  await rule('Nobody', { timekeepers: [ids.left], party_email_domains: ['else.example'] })
  expect((await bench.send(unknown())).reason).toContain('no timekeeper of the rule was served, and it names none')
})

test('notices that arrive together have one case made, which all of them are filed to', async () => {
  await rule('Together')
  const first = unknown()
  const spellings = [first.number, first.number.replace('-RSM', ''), first.number.replace('3:', '')]
  const received = await Promise.all(
    Array.from({ length: 12 }, (_, at) => bench.receive({ ...first, number: spellings[at % 3] ?? '' })),
  )
  const items = await Promise.all(received.map(bench.rest))
  const found = await bench.query(sql`select id from cases where firm_id = 1 and unique_key = ${first.key}`)
  expect(found).toHaveLength(1)
  expect(new Set(items.map(({ caseId }) => caseId))).toEqual(new Set([(found[0] as { id: string }).id]))
})

test('notices that wait for the case continue once a rule makes it', async () => {
  const early = unknown()
  const waiting = await bench.send(early)
  expect(waiting.status).toBe('Action Required')
  await rule('Later')
  const item = await bench.send({ ...early, number: early.number.replace('-RSM', '') })
  const released = await bench.rest(waiting.id)
  expect(released).toMatchObject({ caseId: item.caseId, recipients: ['ada@firm.example'] })
  expect(released.history).toContain('match: The rule "Later" made its case from another notice.')
})

test('a case that a person deleted is not made again', async () => {
  await rule('Once')
  const notice = unknown()
  const { caseId } = await bench.send(notice)
  await bench.query(sql`update envelopes set case_id = null where case_id = ${caseId}::uuid`)
  await bench.query(sql`update inbox_items set case_id = null where case_id = ${caseId}::uuid`)
  await bench.query(sql`delete from cases where id = ${caseId}::uuid`)
  const again = await bench.send({ ...notice, number: notice.number.replace('-RSM', '-ABC') })
  expect(again.reason).toContain('a person deleted the case it made for this number')
})

test('a rule whose preference is disabled, or for another court, makes no case', async () => {
  await rule('Off')
  await bench.query(sql`update jurisdiction_preferences set enabled = false`)
  expect((await bench.send(unknown())).reason).toBe('No case has this number in N.D. Cal.')
  const group = await bench.add('jurisdiction_groups', { name: 'Courts', categories: ['FEDERAL_BANKRUPTCY'] })
  await bench.query(sql`update jurisdiction_preferences set enabled = true, jurisdiction_groups = ${[group]}::uuid[]`)
  expect((await bench.send(unknown())).reason).toBe('No case has this number in N.D. Cal.')
  await bench.query(sql`update jurisdiction_groups set categories = '{FEDERAL_DISTRICT}' where id = ${group}::uuid`)
  expect((await bench.send(unknown())).caseId).not.toBeNull()
})

test("a notice whose sender only a person trusts has no case made, since that is about one message's words", async () => {
  const trusted = await bench.send(unknown())
  await rule('Proven')
  const matchAgain = async () => {
    const target = { firmId: 1, itemId: trusted.id }
    const again = { target, from: ['Action Required' as const], sentence: 'Again.', next: 'match' as const }
    await bench.inFirm((trx) => reopen(trx, bench.services.jobs, again))
    return bench.rest(trusted.id)
  }
  const result = { trust: 'unverified' }
  const stored = JSON.stringify({ authenticate: { result }, vouch: { userId: ids.ada, name: 'Ada' } })
  await bench.query(
    sql`update item_progress set outcomes = outcomes || ${stored}::text::jsonb where id = ${trusted.id}::uuid`,
  )
  expect((await matchAgain()).reason).toBe('No case has this number in N.D. Cal.')
  const proven = JSON.stringify({ authenticate: { result: { trust: 'verified' } } })
  await bench.query(
    sql`update item_progress set outcomes = outcomes || ${proven}::text::jsonb where id = ${trusted.id}::uuid`,
  )
  expect((await matchAgain()).caseId).not.toBeNull()
})

// The embedded database has one connection, so that no other transaction runs beside this one.
test.runIf(isOnServer)('a case that another process makes at that moment is found instead of made twice', async () => {
  await rule('Elsewhere')
  const notice = unknown()
  const [begun, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const elsewhere = bench.inFirm(async (trx) => {
    await openCaseMaker(bench.services).begin(trx, 1)
    begun.resolve()
    await made.promise
    await sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id, assigned_timekeepers)
      values (1, ${newId()}::uuid, ${notice.name}, ${notice.number}, ${ids.court}::uuid, ${ids.matter}::uuid,
        ${[ids.ben]}::uuid[])`.execute(trx)
  })
  await begun.promise
  const received = await bench.receive(notice)
  const waits = sql<{ n: number }>`select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
    and database = (select oid from pg_database where datname = current_database())`
  await expect.poll(async () => (await bench.query(waits))[0]?.n).toBe(1)
  made.resolve()
  await elsewhere
  const item = await bench.rest(received)
  expect(matched(item.history)).toContain('Matched to')
  expect(item.recipients).toEqual(['ben@firm.example'])
})
