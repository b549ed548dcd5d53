import type { StoragePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { openTestServices, plantFiling } from '../../outbox/copies/test-filing.ts'
import { effectivePolicy, findEffectivePolicy, policyChain } from './effective-policy.ts'

test('without a hierarchy, the most specific level with a policy wins', () => {
  const all = { firm: 'f', client: 'l', matter: 'm', case: 'c' }
  expect(effectivePolicy(all, [])).toEqual({ policyId: 'c', level: 'case' })
  expect(effectivePolicy({ ...all, case: null }, [])).toEqual({ policyId: 'm', level: 'matter' })
  expect(effectivePolicy({ firm: 'f', client: 'l' }, [])).toEqual({ policyId: 'l', level: 'client' })
  expect(effectivePolicy({ firm: 'f' }, [])).toEqual({ policyId: 'f', level: 'firm' })
  expect(effectivePolicy({ firm: null }, [])).toBeUndefined()
})

test("the firm's hierarchy decides, and unknown levels are skipped", () => {
  const policies = { firm: 'f', client: 'l', matter: 'm', case: 'c' }
  expect(effectivePolicy(policies, ['client', 'case', 'firm'])).toEqual({ policyId: 'l', level: 'client' })
  expect(effectivePolicy(policies, ['practice_group', 'galaxy', 'matter'])).toEqual({ policyId: 'm', level: 'matter' })
})

test('a level that the hierarchy omits is still better than not saving', () => {
  expect(effectivePolicy({ firm: 'f' }, ['case', 'matter'])).toEqual({ policyId: 'f', level: 'firm' })
})

test('policies that refer to each other are followed once', () => {
  const policy = (id: string, additionalStoragePolicyId: string | null) =>
    [id, { id, additionalStoragePolicyId } as StoragePolicy] as const
  const known = new Map([policy('a', 'b'), policy('b', 'a'), policy('c', 'gone')])
  expect(policyChain('a', known).map(({ id }) => id)).toEqual(['a', 'b'])
  expect(policyChain('c', known).map(({ id }) => id)).toEqual(['c'])
  expect(policyChain('gone', known)).toEqual([])
})

test('finds the policy of a case with its additional policies, and none if the firm has none', async () => {
  const services = await openTestServices()
  const { caseId, policyId } = await plantFiling(services, { policy: { name: 'Litigation', store_email: 'eml' } })
  const { policyId: second } = await plantFiling(services, { policy: { name: 'Archive' } })
  const find = (id: string | undefined) =>
    withFirm(services.database, 1, (trx) => findEffectivePolicy(trx, { firmId: 1, caseId: id }))
  expect(await find(caseId)).toBeUndefined()
  await withSystem(services.database, async (trx) => {
    await trx
      .updateTable('storage_policies')
      .set({ additional_storage_policy_id: second })
      .where('id', '=', policyId)
      .execute()
    await trx.updateTable('matters').set({ storage_policy_id: policyId }).where('firm_id', '=', 1).execute()
    await trx.updateTable('firms').set({ storage_policy_id: second }).execute()
  })
  expect(await find(caseId)).toMatchObject({
    policy: { id: policyId, storeEmail: 'eml', storeDocuments: true },
    policies: [{ name: 'Litigation' }, { name: 'Archive' }],
    level: 'matter',
    sentence: 'The matter\'s storage policy "Litigation" applies.',
  })
  expect(await find(undefined)).toMatchObject({ level: 'firm', policies: [{ name: 'Archive' }] })
  await services.close()
})
