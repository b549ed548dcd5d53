import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { ignoreReasons } from '../../notices/pipeline/ignore-reasons.ts'
import { approvalReasons } from '../../notices/pipeline/stages/deliver.ts'
import { openTestApi } from '../../testing/api.ts'
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
  })
  expect((await api.call({ as: 'View Only', url: '/api/v1/special_handling' })).status).toBe(403)
})
