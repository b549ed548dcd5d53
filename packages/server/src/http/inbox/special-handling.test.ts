import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { receiveMessage } from '../../mail/receive.ts'
import { ignoreReasons } from '../../notices/pipeline/ignore-reasons.ts'
import { approvalReasons } from '../../notices/pipeline/stages/deliver.ts'
import { openNoticeBench } from '../../notices/preferences/notice-bench.fixture.ts'
import { openTestApi, type TestRole } from '../../testing/api.ts'
import { specialHandlingRoutes } from './special-handling.ts'

test("the notices each exception caught in 30 days are counted, for the caller's firm only", async () => {
  const api = await openTestApi({ register: specialHandlingRoutes })
  onTestFinished(api.close)
  const plant = (
    firmId: number,
    item: { status?: string; disposition?: string; reason?: string; daysAgo?: number; waited?: true; madeCase?: true },
  ) =>
    withFirm(api.services.database, firmId, async (trx) => {
      const id = newId()
      const { status = 'Succeeded', disposition = 'IGNORED', reason = null, daysAgo = 1 } = item
      await sql`insert into inbox_items (firm_id, id, status, disposition, reason, received_at, raw_content, fingerprint)
        values (${firmId}::integer, ${id}::uuid, ${status}, ${disposition}, ${reason},
          now() - make_interval(days => ${daysAgo}::integer), repeat('0', 64), ${id}::text)`.execute(trx)
      if (item.waited)
        await sql`insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
          values (${firmId}::integer, ${newId()}::uuid, ${id}::uuid, 'deliver', 'review', ${approvalReasons.every})`.execute(
          trx,
        )
      if (item.madeCase)
        await sql`insert into case_creations (firm_id, id, case_id, auto_case_creation_id, jurisdiction_preference_id,
            inbox_item_id, jurisdiction_id, plain_number)
          select ${firmId}::integer, n, n, n, n, ${id}::uuid, n, '3:26-cv-00003' from (select ${newId()}::uuid) as made (n)`.execute(
          trx,
        )
    })
  await plant(1, { reason: ignoreReasons.ignoredDomain('spam.example') })
  await plant(1, { reason: ignoreReasons.ignoredDomain('spam.example'), daysAgo: 31 })
  await plant(1, { reason: ignoreReasons.domainNotAccepted('other.example') })
  await plant(1, { reason: ignoreReasons.domainNotAccepted('other.example') })
  await plant(1, { reason: ignoreReasons.ignoredStatus('A v. B', 'closed') })
  await plant(1, { reason: ignoreReasons.ignoredCase('3:26-cv-00001', 'N.D. Cal.') })
  await plant(1, { reason: ignoreReasons.ignoredWhile('3:26-cv-00002', 'N.D. Cal.', 'closed') })
  await plant(1, { reason: ignoreReasons.ownMail })
  await plant(1, { reason: ignoreReasons.automaticReply('a@b.example') })
  await plant(1, { reason: ignoreReasons.newsletter('b.example') })
  await plant(1, { disposition: 'PROCESSED', madeCase: true })
  await plant(1, { status: 'Manual', disposition: 'NO_DISPOSITION', reason: 'Mail from x is odd.' })
  await plant(1, { disposition: 'PROCESSED', waited: true })
  await plant(1, { disposition: 'PROCESSED', reason: ignoreReasons.ignoredDomain('spam.example') })
  await plant(2, { reason: ignoreReasons.ignoredDomain('spam.example') })

  const answer = await api.call({ as: 'Administrator', url: '/api/v1/special_handling' })
  expect(answer.json(), answer.text).toEqual({
    days: 30,
    caught: {
      ignored_domains: 1,
      accepted_domains: 2,
      ignored_statuses: 1,
      ignored_cases: 2,
      manual: 1,
      auto_cases: 1,
      automatic: 3,
      formats: 0,
      preferences: 0,
    },
    rules: [{ kind: 'accepted_domains', id: null, name: 'other.example', count: 2 }],
  })
  expect((await api.call({ as: 'View Only', url: '/api/v1/special_handling' })).status).toBe(403)
})

test('each ignored case, listed entry and auto case creation is counted by itself, as far as the role may see it', async () => {
  const api = await openTestApi({ register: specialHandlingRoutes })
  onTestFinished(api.close)
  const run = (statement: ReturnType<typeof sql>) => withFirm(api.services.database, 1, (trx) => statement.execute(trx))
  const [ignored, gone, maker] = [newId(), newId(), newId()]
  await run(sql`insert into ignored_cases (firm_id, id, name, case_number, ecfx_jurisdiction_id)
    values (1, ${ignored}::uuid, '', '3:26-cv-00001', 'cand')`)
  await run(sql`insert into auto_case_creations (firm_id, id, name) values (1, ${maker}::uuid, 'California')`)
  const plant = async (by: readonly object[], { disposition = 'IGNORED', daysAgo = 1 } = {}) => {
    const id = newId()
    await run(sql`insert into inbox_items (firm_id, id, status, disposition, received_at, raw_content, fingerprint)
      values (1, ${id}::uuid, 'Succeeded', ${disposition}, now() - make_interval(days => ${daysAgo}::integer),
        repeat('0', 64), ${id}::text)`)
    await run(sql`insert into item_progress (firm_id, id, outcomes)
      values (1, ${id}::uuid, ${JSON.stringify({ ignored: { by } })}::text::jsonb)`)
    return id
  }
  const byCase = { kind: 'ignored_cases', rule: ignored }
  await plant([byCase, byCase])
  await plant([byCase])
  await plant([byCase, { kind: 'ignored_statuses', rule: 'Closed' }])
  await plant([byCase], { daysAgo: 31 })
  // Processed again since, so that it isn't ignored any more.
  await plant([byCase], { disposition: 'PROCESSED' })
  await plant([{ kind: 'ignored_cases', rule: gone }])
  await plant([{ kind: 'ignored_domains', rule: 'spam.example' }])
  await plant([{ kind: 'ignored_domains', rule: 'spam.example' }])
  const made = await plant([], { disposition: 'PROCESSED' })
  await run(sql`insert into case_creations (firm_id, id, case_id, auto_case_creation_id, jurisdiction_preference_id,
      inbox_item_id, jurisdiction_id, plain_number)
    select 1, n, n, ${maker}::uuid, n, ${made}::uuid, n, '3:26-cv-00003' from (select ${newId()}::uuid) as made (n)`)

  const rules = async (as: TestRole) => (await api.call({ as, url: '/api/v1/special_handling' })).json().rules
  expect(await rules('Administrator')).toEqual([
    { kind: 'ignored_cases', id: ignored, name: '3:26-cv-00001', count: 3 },
    { kind: 'ignored_domains', id: null, name: 'spam.example', count: 2 },
    { kind: 'auto_cases', id: maker, name: 'California', count: 1 },
    { kind: 'ignored_statuses', id: null, name: 'Closed', count: 1 },
  ])
  await run(sql`update user_security_roles set grants = grants || '{"firm_access": "READ", "inbox_item_access": "READ",
      "ignored_case_access": "DENY", "auto_case_creation_access": "DENY"}', updated_at = now() where name = 'Docketing'`)
  api.clock.advance(60_000)
  expect(((await rules('Docketing')) as { kind: string }[]).map(({ kind }) => kind)).toEqual([
    'ignored_domains',
    'ignored_statuses',
  ])
})

test('each format, preference, sender to approve and domain that isn’t accepted is counted by itself, of items the pipeline processed', async () => {
  const api = await openTestApi({ register: specialHandlingRoutes })
  onTestFinished(api.close)
  const bench = await openNoticeBench(api.services)
  onTestFinished(bench.close)
  const jurisdictionId = await bench.add('jurisdictions', { name: 'N.D. Cal.', ecfx_jurisdiction_ids: ['cand'] })
  const clientId = await bench.add('clients', { name: 'C', number: 'C' })
  const matterId = await bench.add('matters', { name: 'M', number: 'M', client_id: clientId })
  const of = { jurisdiction_id: jurisdictionId, matter_id: matterId, status: 'Open' }
  const assigned = await bench.add('timekeepers', { full_name: 'Ada Quill', email: 'ada@firm.example' })
  const name = 'Calder v. Northgate'
  await bench.add('cases', { ...{ name, case_number: '3:26-cv-04417', assigned_timekeepers: [assigned] }, ...of })
  const preference = await bench.add('jurisdiction_preferences', { description: 'West', order: 1, enabled: true })
  const format = await bench.add('notice_formats', { name: 'County', is_active: true, kind: 'filing' })
  await bench.query(sql`update firms set accepted_email_domains = '{firm.example}' where firm_id = 1`)

  const send = async (format: string) => {
    const item = await bench.send({ court: 'cand', number: '3:26-cv-04417', name, notice: { format } })
    expect(item.recipients).toEqual(['ada@firm.example'])
    return item
  }
  await send('firm: County')
  await send('firm: Gone')
  const { id: waited } = await send('cmecf-nef')
  const review = async (sentence: string) =>
    bench.query(sql`insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
      values (1, ${newId()}::uuid, ${waited}::uuid, 'deliver', 'review', ${sentence})`)
  await review(approvalReasons.sender('clerk@court.example'))
  await review(`${approvalReasons.sender('clerk@court.example')} An email was withdrawn.`)
  await review(approvalReasons.every)
  for (const subject of ['One', 'Two']) {
    const raw = Buffer.from(`Subject: ${subject}\r\nFrom: clerk@mail.spam.example\r\n\r\n${subject}`)
    const { itemId } = await receiveMessage(api.services, { firmId: 1, raw, via: 'smtp', source: 'here' })
    await bench.rest(itemId)
  }

  const read = async (as: TestRole) => (await api.call({ as, url: '/api/v1/special_handling' })).json()
  expect(await read('Administrator')).toMatchObject({
    caught: { preferences: 3, formats: 1, accepted_domains: 2, manual: 1, auto_cases: 0 },
    rules: [
      { kind: 'preferences', id: preference, name: 'West', count: 3 },
      { kind: 'accepted_domains', id: null, name: 'mail.spam.example', count: 2 },
      { kind: 'formats', id: format, name: 'County', count: 1 },
      { kind: 'manual', id: null, name: 'clerk@court.example', count: 1 },
    ],
  })
  await bench.query(sql`update user_security_roles set grants = grants || '{"firm_access": "READ", "inbox_item_access": "READ",
      "notice_format_access": "DENY", "jurisdiction_preference_access": "DENY"}', updated_at = now() where name = 'Docketing'`)
  api.clock.advance(60_000)
  const seen = (await read('Docketing')) as { caught: object; rules: { kind: string }[] }
  expect(seen.rules.map(({ kind }) => kind)).toEqual(['accepted_domains', 'manual'])
  expect(seen.caught).toMatchObject({ preferences: 0, formats: 0 })
})
