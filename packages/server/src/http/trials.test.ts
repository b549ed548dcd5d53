import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../base/db/ids.ts'
import { type NoticeBench, openNoticeBench } from '../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { trialRoutes } from './trials.ts'

let api: TestApi
let bench: NoticeBench
let ids: Record<'ada' | 'ben' | 'matter' | 'court', string>
let items: Record<'first' | 'second' | 'announced' | 'known', string>

const notice = { court: 'cand', number: '3:26-cv-30001', name: 'Calder v. Northgate', emails: ['ben@firm.example'] }
const known = { ...notice, number: '3:26-cv-30002', name: 'Roe v. Acme' }

beforeAll(async () => {
  api = await openTestApi({ register: trialRoutes })
  bench = await openNoticeBench(api.services)
  const client = await bench.add('clients', { name: 'C', number: 'C' })
  const [ada, ben] = [
    await bench.add('timekeepers', { full_name: 'Ada', email: 'ada@firm.example' }),
    await bench.add('timekeepers', { full_name: 'Ben', email: 'ben@firm.example' }),
  ]
  const matter = await bench.add('matters', { name: 'M', number: 'M', client_id: client })
  const court = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  await bench.add('cases', {
    ...{ name: known.name, case_number: known.number, jurisdiction_id: court, matter_id: matter },
    assigned_timekeepers: [ada],
  })
  ids = { ada, ben, matter, court }
  const twin = { name: 'Twin v. Twin', jurisdiction_id: court, matter_id: matter, assigned_timekeepers: [ada] }
  const send = async (said: Parameters<NoticeBench['send']>[0]) => (await bench.send(said)).id
  items = {
    first: await send(notice),
    second: await send(notice),
    announced: await send({ ...notice, number: '3:26-cv-30003', notice: { kind: 'announcement' } }),
    known: await send(known),
  }
  // Two cases have its number, so that a person chooses one.
  await bench.add('cases', { ...twin, case_number: '3:26-cv-30004-ABC' })
  await bench.add('cases', { ...twin, case_number: '3:26-cv-30004-XYZ' })
  await send({ ...notice, number: '3:26-cv-30004', name: 'Twin v. Twin' })
})
afterAll(async () => {
  await bench.close()
  await api.close()
})

interface Tried {
  id: string
  did: string | null
  would: string | null
}

async function attempt(path: string, body: object, as: TestRole = 'Administrator') {
  const answer = await api.call({ as, method: 'POST', url: `/api/v1/${path}/try`, body })
  return {
    status: answer.status,
    ...(answer.json() as { caught: Tried[]; count: number; looked: number; why?: string }),
  }
}

test('a rule for cases shows each unknown case once, with what it would make of it, beside what happened', async () => {
  const tried = await attempt('auto_case_creation', {
    timekeepers: [ids.ada],
    party_email_domains: ['firm.example'],
    matter_id: ids.matter,
  })
  expect(tried).toMatchObject({ status: 200, count: 1, looked: 5 })
  const needed = 'No case has this number in N.D. Cal.'
  expect(tried.caught).toMatchObject([
    { id: items.announced, did: needed, would: 'No case would be made, because the message is no notice of a filing.' },
    { id: items.first, did: needed, would: 'The case would be made and assigned to 2 timekeepers.' },
  ])
  expect(await bench.query(sql`select from cases where firm_id = 1`)).toHaveLength(3)
})

test('a rule for cases makes none of a message that doesn’t prove its sender, as in the pipeline', async () => {
  const draft = { timekeepers: [ids.ada], matter_id: ids.matter }
  const setSender = (itemId: string, sender: object) =>
    bench.query(sql`update item_progress set outcomes = jsonb_set(outcomes, '{authenticate,result}',
      outcomes #> '{authenticate,result}' || ${JSON.stringify(sender)}::text::jsonb) where id = ${itemId}::uuid`)
  await setSender(items.first, { trust: 'unverified' })
  // The docket's next message proves its sender, so the case is made of that one.
  const one = await attempt('auto_case_creation', draft)
  expect(one.count).toBe(1)
  expect(one.caught).toContainEqual(expect.objectContaining({ id: items.second }))
  await setSender(items.second, { trust: 'verified', flag: 'fake' })
  const none = await attempt('auto_case_creation', draft)
  expect(none.count).toBe(0)
  expect(none.caught.find(({ id }) => id === items.first)?.would).toBe(
    "No case would be made, because the message doesn't prove its sender.",
  )
  await setSender(items.first, { trust: 'verified' })
  await setSender(items.second, { flag: null })
})

test('a rule that would assign no one says so', async () => {
  const tried = await attempt('auto_case_creation', { timekeepers: [], party_email_domains: ['else.example'] })
  expect(tried.count).toBe(0)
  expect(tried.caught[1]?.would).toContain('it names no matter')
})

test.each<[string, object, 'first' | 'known' | undefined]>([
  ['of its number and court', { case_number: '3:26-cv-30001' }, 'first'],
  ['with other initials', { case_number: '3:26-cv-30001-ABC' }, 'first'],
  ['of another name', { case_number: '3:26-cv-30001', name: 'Other v. Someone' }, undefined],
  ['by a similar name', { case_number: 'Calder v. Northgate Freight' }, undefined],
  ['of another court', { case_number: '3:26-cv-30001', ecfx_jurisdiction_id: 'nysd' }, undefined],
  ['from another domain', { case_number: '3:26-cv-30001', ignored_by_email_domain: 'two.example' }, undefined],
  ['from its domain', { case_number: '3:26-cv-30001', ignored_by_email_domain: 'one.example' }, 'first'],
  ['of a case with that status', { case_number: '3:26-cv-30002', ignored_by_status: 'open' }, 'known'],
  ['of a case with another status', { case_number: '3:26-cv-30002', ignored_by_status: 'Closed' }, undefined],
])('an ignored case would have caught notices %s', async (_, draft, caught) => {
  const tried = await attempt('ignored_case', { ecfx_jurisdiction_id: 'cand', ...draft })
  expect(tried.caught.map(({ id }) => id)).toEqual(
    caught === 'first' ? [items.second, items.first] : caught ? [items[caught]] : [],
  )
  expect(tried.count).toBe(tried.caught.length)
})

test('an ignored case with a name would have caught every notice of a case with these parties', async () => {
  const tried = await attempt('ignored_case', {
    ecfx_jurisdiction_id: 'cand',
    case_number: 'CALDER vs. Northgate, Inc.',
  })
  const caught = tried.caught.map(({ id }) => id)
  expect(caught).toEqual(expect.arrayContaining([items.first, items.second]))
  expect(caught).not.toContain(items.known)
})

test('a preference shows the notices it would be the first to fit, beside the one that applied', async () => {
  const group = await bench.add('jurisdiction_groups', { name: 'California', jurisdiction_ids: [ids.court] })
  const none = await bench.add('jurisdiction_groups', { name: 'None', jurisdiction_ids: [] })
  const other = await bench.add('jurisdiction_preferences', { description: 'all', order: 5, enabled: true })
  const late = (await bench.send(known)).id
  const at = async (order: number, more: object = {}) =>
    (await attempt('jurisdiction_preference', { order, jurisdiction_groups: [group], ...more })).count
  expect(await at(1)).toBe(6)
  expect(await at(9)).toBe(0)
  // Of several with the same order the oldest counts.
  expect(await at(5)).toBe(0)
  expect(await at(9, { id: other })).toBe(6)
  const newer = await bench.add('jurisdiction_preferences', { description: 'newer', order: 5, enabled: true })
  expect([await at(5, { id: other }), await at(5, { id: newer })]).toEqual([6, 0])
  expect(await at(1, { jurisdiction_groups: [none] })).toBe(0)
  expect(await at(1, { party_email_domains: ['else.example'] })).toBe(0)
  const { caught } = await attempt('jurisdiction_preference', { order: 1 })
  expect(caught.find(({ id }) => id === late)?.did).toBe('The jurisdiction preference "all" applied.')
  expect(caught.find(({ id }) => id === items.known)?.did).toBe('No jurisdiction preference applied.')
})

test('a disabled preference would apply to no notice, and the answer says why', async () => {
  const tried = await attempt('jurisdiction_preference', { order: 1, enabled: false })
  expect(tried).toMatchObject({ caught: [], count: 0, why: 'It is disabled, so it applies to no notice.' })
  expect(tried.looked).toBeGreaterThan(0)
  const { count, why } = await attempt('jurisdiction_preference', { order: 1, enabled: true })
  expect({ count, why }).toEqual({ count: tried.looked, why: undefined })
})

test('a preference is judged by the jurisdictions of the notice’s case, as when people are notified', async () => {
  const other = await bench.add('jurisdictions', { name: 'N.D. Cal., San Jose', ecfx_jurisdiction_ids: ['cand'] })
  const caught = async (jurisdictionId: string) => {
    const group = await bench.add('jurisdiction_groups', { name: newId(), jurisdiction_ids: [jurisdictionId] })
    const tried = await attempt('jurisdiction_preference', { order: 1, jurisdiction_groups: [group] })
    return tried.caught.map(({ id }) => id)
  }
  expect(await caught(ids.court)).toContain(items.known)
  // The court is in both; the case is in one of them, and a notice without a case may be of either.
  const ofOther = await caught(other)
  expect(ofOther).toContain(items.first)
  expect(ofOther).not.toContain(items.known)
})

test('an invalid draft is refused by field, and a role that may not see notices tries nothing', async () => {
  const wrong = await api.call({
    ...{ as: 'Administrator', method: 'POST', url: '/api/v1/jurisdiction_preference/try' },
    body: { order: 'first' },
  })
  expect(wrong.status).toBe(400)
  expect(wrong.text).toContain('order')
  await bench.query(
    sql`update user_security_roles set grants = grants || '{"inbox_item_access": "DENY"}' where firm_id = 1 and name = 'Manager'`,
  )
  api.clock.advance(60_000)
  expect((await attempt('ignored_case', { case_number: '1' }, 'Manager')).status).toBe(403)
})

test('notices that a wall hides are not counted', async () => {
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: ids.matter, timekeeper_ids: [ids.ben] }
  const before = (await attempt('jurisdiction_preference', { order: 1 })).looked
  await bench.add('ethical_walls', wall)
  await bench.query(
    sql`update users set timekeeper_id = ${ids.ben}::uuid where firm_id = 1 and email = 'administrator@one.example'`,
  )
  api.clock.advance(60_000)
  // The one that may be of either of two walled cases among them.
  expect((await attempt('jurisdiction_preference', { order: 1 })).looked).toBe(before - 3)
})

test('what a person did is shown without their name to a role that may not see names', async () => {
  const sentence = 'Calder v. Northgate was chosen by Ruth Osei.'
  await bench.query(sql`insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
    values (1, ${newId()}::uuid, ${items.announced}::uuid, 'match', 'done', ${sentence})`)
  const didTo = async () => {
    const tried = await attempt(
      'ignored_case',
      { case_number: '3:26-cv-30003', ecfx_jurisdiction_id: 'cand' },
      'Docketing',
    )
    return tried.caught.find(({ id }) => id === items.announced)?.did
  }
  const setNames = async (level: 'READ' | 'DENY') => {
    const grants = JSON.stringify({ user_access: 'READ', user_permissions: { full_name: level } })
    await bench.query(sql`update user_security_roles set grants = grants || ${grants}::text::jsonb, updated_at = now()
      where firm_id = 1 and name = 'Docketing'`)
    api.clock.advance(60_000)
  }
  await setNames('READ')
  expect(await didTo()).toBe(sentence)
  await setNames('DENY')
  expect(await didTo()).toBe('Calder v. Northgate was chosen.')
})
