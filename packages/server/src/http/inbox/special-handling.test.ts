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
    item: { status?: string; disposition?: string; reason?: string; daysAgo?: number; waited?: true },
  ) =>
    withFirm(api.services.database, firmId, async (trx) => {
      const id = newId()
      const { status = 'Succeeded', disposition = 'IGNORED', reason = null, daysAgo = 1 } = item
      await sql`insert into inbox_items (firm_id, id, status, disposition, reason, received_at, raw_content, fingerprint)
        values (${firmId}::integer, ${id}::uuid, ${status}, ${disposition}, ${reason},
          now() - make_interval(days => ${daysAgo}::integer), 'raw', ${id}::text)`.execute(trx)
      if (item.waited)
        await sql`insert into history (firm_id, id, inbox_item_id, stage, outcome, sentence)
          values (${firmId}::integer, ${newId()}::uuid, ${id}::uuid, 'deliver', 'review', ${approvalReasons.every})`.execute(
          trx,
        )
    })
  await plant(1, { reason: ignoreReasons.ignoredDomain('spam.example') })
  await plant(1, { reason: ignoreReasons.ignoredDomain('spam.example'), daysAgo: 31 })
  await plant(1, { reason: ignoreReasons.domainNotAccepted('other.example') })
  await plant(1, { reason: ignoreReasons.domainNotAccepted('other.example') })
  await plant(1, { reason: ignoreReasons.ignoredStatus('A v. B', 'closed') })
  await plant(1, { status: 'Manual', disposition: 'NO_DISPOSITION', reason: 'Mail from x is odd.' })
  await plant(1, { disposition: 'PROCESSED', waited: true })
  await plant(1, { disposition: 'PROCESSED', reason: ignoreReasons.ignoredDomain('spam.example') })
  await plant(2, { reason: ignoreReasons.ignoredDomain('spam.example') })

  const answer = await api.call({ as: 'Administrator', url: '/api/v1/special_handling' })
  expect(answer.json(), answer.text).toEqual({
    days: 30,
    caught: { ignored_domains: 1, accepted_domains: 2, ignored_statuses: 1, manual: 1 },
  })
  expect((await api.call({ as: 'View Only', url: '/api/v1/special_handling' })).status).toBe(403)
})
