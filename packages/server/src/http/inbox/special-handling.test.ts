import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { ignoreReasons } from '../../notices/pipeline/ignore-reasons.ts'
import { approvalReasons } from '../../notices/pipeline/stages/deliver.ts'
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
    },
    rules: [],
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
