import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../../base/db/firm-transaction.ts'
import { openTestServices, plantFiling } from '../../../outbox/copies/test-filing.ts'
import { messageForm } from '../../storing/plan-copies.ts'
import type { Results, StageDeps, Work } from '../stage.ts'
import { storeStage } from './store.ts'

test('an original that was forwarded attached is saved as a PDF even where notices are saved as email', async () => {
  const services = await openTestServices()
  const { caseId, policyId, itemId } = await plantFiling(services, { policy: { store_email: 'eml' } })
  await withSystem(services.database, (trx) =>
    sql`update firms set storage_policy_id = ${policyId}::uuid where firm_id = 1`.execute(trx),
  )
  const read: StageDeps['read'] = (run) => withFirm(services.database, 1, run)
  const formOf = async (results: Work['results']) => {
    const work = { firmId: 1, itemId, rawContent: 'raw', documents: [], origin: {} }
    const all = { ...results, match: { caseIds: [caseId] } }
    const outcome = await storeStage.run({ ...work, results: all } as unknown as Work, { read } as StageDeps)
    if (!('result' in outcome) || !outcome.result) throw new Error(`nothing was planned: ${outcome.sentence}`)
    const { copies = [] } = outcome.result as Partial<Results['store']>
    return copies.map(({ copyKey }) => messageForm(copyKey))
  }
  const original = { authenticate: { trust: 'forwarded', originalIds: ['0a'] } } as const
  expect(await formOf({ authenticate: { trust: 'verified' } })).toEqual(['eml'])
  expect(await formOf(original)).toEqual(['pdf'])
  await services.close()
})
