import { ApiError } from '@courtcrier/contract/errors.ts'
import { sql } from 'kysely'
import type { Trx } from '../db/database.ts'
import { withFirm } from '../db/firm-transaction.ts'
import { type Rehearsal, rehearse } from '../pipeline/rehearse.ts'
import type { Results } from '../pipeline/stage.ts'
import type { Services } from '../services.ts'

/** What today's rules would make of an item, and beside it which cases, people and stores it has led to. */
export async function rehearsalJson(services: Services, target: { firmId: number; itemId: string }) {
  const rehearsal = await rehearse(services, target)
  if (!rehearsal) throw new ApiError('not_found')
  const { was, now } = await withFirm(services.database, target.firmId, async (trx) => ({
    was: await describeResults(trx, target.firmId, rehearsal.was),
    now: await describeResults(trx, target.firmId, rehearsal.results),
  }))
  return { steps: rehearsal.steps, was, now: { ...now, ...noticeOf(rehearsal) } }
}

/** The notice in the contract's own spelling, as in the item's view. */
function noticeOf({ results, understood }: Rehearsal) {
  const part = (understood as { understood?: unknown } | undefined)?.understood
  return { notice: results.parse?.notice ?? part ?? null, is_whole: results.parse !== undefined }
}

async function describeResults(trx: Trx, firmId: number, { match, address, store }: Partial<Results>) {
  return {
    cases: match ? await readCases(trx, firmId, match.caseIds) : null,
    recipients: address ? address.recipients.map(({ email, reason }) => ({ email, reason })) : null,
    policies: store
      ? await readPolicies(trx, firmId, [...new Set(store.copies.map((copy) => copy.storagePolicyId))])
      : null,
  }
}

async function readCases(trx: Trx, firmId: number, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; case_number: string }>`
    select id, name, case_number from cases
    where firm_id = ${firmId} and id = any(${[...ids]}::uuid[]) order by name`.execute(trx)
  return rows
}

async function readPolicies(trx: Trx, firmId: number, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from storage_policies
    where firm_id = ${firmId} and id = any(${[...ids]}::uuid[]) order by name`.execute(trx)
  return rows
}
