import type { RehearsalAnswer } from '@courtcrier/contract/calls/inbox.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { seesWay, sightOf, type Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { withoutNames } from '../../notices/nameless-steps.ts'
import { type Rehearsal, rehearse } from '../../notices/pipeline/rehearse.ts'
import type { Results } from '../../notices/pipeline/stage.ts'
import { onePerPlace } from '../../outbox/copies/one-per-place.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible, mayHideRows } from '../../records/visible-rows.ts'

/** Returns what the current rules would do with an item, and next to it the cases, people and DMS it has led to. */
export async function rehearsalJson(
  services: Services,
  { itemId, scope }: { itemId: string; scope: SearchScope },
): Promise<RehearsalAnswer> {
  const rehearsal = await rehearse(services, {
    ...{ firmId: scope.firmId, itemId, onePerPlace },
    ...(mayHideRows(courtCase, scope) && { seenCases: async (trx, ids) => idsOf(await readCases(trx, scope, ids)) }),
  })
  if (!rehearsal) throw new ApiError('not_found')
  const { was, now } = await withFirm(services.database, scope.firmId, async (trx) => ({
    was: await describeResults(trx, scope, rehearsal.was),
    now: await describeResults(trx, scope, rehearsal.results),
  }))
  const steps = rehearsal.steps.map((step) => ({ ...step, sentence: withoutNames(step.sentence, scope) }))
  return { steps, was, now: { ...now, ...noticeOf(rehearsal) } }
}

/** Returns the notice with the contract's own property names, as in the item's view. */
function noticeOf({ results, understood }: Rehearsal) {
  const part = (understood as { understood?: unknown } | undefined)?.understood
  return { notice: results.parse?.notice ?? part ?? null, is_whole: results.parse !== undefined }
}

const idsOf = (rows: readonly { id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id))

async function describeResults(trx: Trx, scope: SearchScope, { match, address, store }: Partial<Results>) {
  const cases = match ? await readCases(trx, scope, match.caseIds) : null
  // A recipient's reason names the cases, and the DMS follow from them.
  const isHidden = mayHideRows(courtCase, scope) && !match?.caseIds.every((id) => idsOf(cases ?? []).has(id))
  const sees = (way: Way) => seesWay(sightOf(scope.role), way)
  const shown = sees(waysOfMade.cases) ? cases : null
  if (isHidden) return { cases: shown, recipients: null, policies: null }
  return {
    cases: shown,
    recipients:
      address && sees(waysOfMade.recipients)
        ? address.recipients.map(({ email, reason }) => ({ email, reason }))
        : null,
    policies:
      store && sees(waysOfMade.policies)
        ? await readPolicies(trx, scope, [...new Set(store.copies.map((copy) => copy.storagePolicyId))])
        : null,
  }
}

/** What a role must see of the records that a notice leads to, or would lead to. */
const waysOfMade = {
  cases: [
    [inboxItem, 'caseId'],
    [courtCase, 'name'],
    [courtCase, 'caseNumber'],
  ],
  recipients: [
    [delivery, 'inboxItemId'],
    [delivery, 'email'],
    [delivery, 'reason'],
  ],
  policies: [
    [documentCopy, 'inboxItemId'],
    [documentCopy, 'storagePolicyId'],
    [storagePolicy, 'name'],
  ],
} as const satisfies Readonly<Record<string, Way>>

async function readCases(trx: Trx, scope: SearchScope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string; case_number: string }>`
    select t.id, t.name, t.case_number from cases t where t.firm_id = ${scope.firmId} and t.id = any(${[...ids]}::uuid[])
      and ${isVisible('t', courtCase, scope)} order by t.name`.execute(trx)
  return rows
}

async function readPolicies(trx: Trx, scope: SearchScope, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; name: string }>`
    select t.id, t.name from storage_policies t where t.firm_id = ${scope.firmId} and t.id = any(${[...ids]}::uuid[])
      and ${isVisible('t', storagePolicy, scope)} order by t.name`.execute(trx)
  return rows
}
