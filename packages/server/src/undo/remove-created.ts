import { tableOf } from '@courtcrier/contract/resource.ts'
import { sightOf } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { unprepared } from '../import/unprepared.ts'
import { whyNotRemovable } from '../resources/beyond.ts'
import { inUseSentence, whatLeadsTo } from '../resources/in-use.ts'
import { behaviourOf } from '../resources/registry.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { lockCurrent } from './noted-rows.ts'
import { changedSince, gone, idsOfPlans, type NotedRow, type Plan, type Reversal, type TakingBack } from './reversal.ts'
import { idsOf } from './row-ids.ts'

/** Removes rows that were made; what leads to them refuses it as it refuses a deletion. */
export const removeCreated: Reversal = {
  plan: planRemovals,
  write: writeRemovals,
  event: ({ row = {} }) => ({ type: 'object delete', row }),
}

async function planRemovals(trx: Trx, taking: TakingBack, noted: readonly NotedRow[]): Promise<Plan[]> {
  const { resource, caller } = taking
  const { firmId } = caller
  const current = await lockCurrent(trx, taking, noted)
  const { alsoKnownAs = resource.name, whyNotAllowed, whyNotDeleted } = behaviourOf(resource)
  const uses = await whatLeadsTo(trx, [resource.name, alsoKnownAs], {
    ...{ firmId, ids: [...current.keys()] },
    isSeen: (source) => isVisible(source, caller),
    canSee: sightOf(caller.role),
  })
  const plans: Plan[] = []
  for (const entry of noted) {
    const row = current.get(entry.id)
    if (!row) {
      plans.push({ noted: entry, refusal: gone })
      continue
    }
    const isSame = row.updatedAt === entry.version?.toISOString()
    const refusal = isSame
      ? (whyNotAllowed?.(row, caller) ??
        (await whyNotRemovable(trx, resource, { firmId, id: entry.id, before: row, writer: caller })) ??
        (await whyNotDeleted?.(trx, row, firmId)) ??
        inUseSentence(uses.get(entry.id)))
      : changedSince
    plans.push({ noted: entry, row, ...(refusal ? { refusal } : {}) })
  }
  return plans
}

async function writeRemovals(trx: Trx, { resource, caller }: TakingBack, plans: readonly Plan[]): Promise<void> {
  const { firmId } = caller
  const ids = idsOfPlans(plans)
  await sql`
    delete from ${sql.table(tableOf(resource))}
    where firm_id = ${firmId}::integer and id = any(${idsOf(resource, ids)}) ${unprepared()}`.execute(trx)
  const { afterDelete } = behaviourOf(resource)
  if (afterDelete) for (const id of ids) await afterDelete(trx, { firmId, id })
}
