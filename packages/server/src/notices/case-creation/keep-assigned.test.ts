import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NoticeBench, openNoticeBench } from '../preferences/notice-bench.fixture.ts'
import { reopen } from '../reopen.ts'

let bench: NoticeBench
beforeAll(async () => {
  bench = await openNoticeBench()
})
afterAll(() => bench.close())

test('a notice whose sender only a person trusts adds no one to a case that a rule made', async () => {
  const client = await bench.add('clients', { name: 'C', number: 'C' })
  const matter = await bench.add('matters', { name: 'New cases', number: 'M', client_id: client })
  await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  const ada = await bench.add('timekeepers', { full_name: 'Ada', email: 'ada@firm.example' })
  const ben = await bench.add('timekeepers', { full_name: 'Ben', email: 'ben@firm.example' })
  const rule = await bench.add('auto_case_creations', {
    ...{ name: 'Kept', timekeepers: [ada], matter_id: matter, party_email_domains: ['firm.example'] },
    assignment_maintenance: 'ADD_NEW',
  })
  const preference = { description: 'All', order: 1, enabled: true, auto_case_creation_id: rule }
  await bench.add('jurisdiction_preferences', preference)
  const notice = { court: 'cand', number: '3:26-cv-26001-RSM', name: 'Calder v. Stranger', key: '26001' }
  expect((await bench.send(notice)).caseId).not.toBeNull()
  const { id } = await bench.send(notice)
  const recipients = [{ name: 'Ben', emails: ['ben@firm.example'], isServedElectronically: true }]
  const matchAs = async (trust: 'unverified' | 'verified') => {
    const sender = { authenticate: { result: { trust } }, vouch: { userId: ada, name: 'Ada' } }
    await bench.query(sql`update item_progress set outcomes = jsonb_set(outcomes || ${JSON.stringify(sender)}::text::jsonb,
      '{parse,result,notice,recipients}', ${JSON.stringify(recipients)}::text::jsonb) where id = ${id}::uuid`)
    const { status } = await bench.rest(id)
    const target = { firmId: 1, itemId: id }
    const again = { target, from: [status as 'Succeeded'], sentence: 'Again.', next: 'match' as const }
    await bench.inFirm((trx) => reopen(trx, bench.services.jobs, again))
    await bench.rest(id)
    const [made] = await bench.query(
      sql<{ people: string[] }>`select assigned_timekeepers as people from cases where firm_id = 1`,
    )
    return made?.people
  }
  expect(await matchAs('unverified')).toEqual([ada])
  expect(await matchAs('verified')).toEqual([ada, ben])
})
