import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { finishItem, moveToManual, trustItem } from '../notices/actions.ts'
import type { ActionTarget } from '../notices/item-state.ts'
import { demoFirmId } from './seed.ts'

interface Stuck {
  id: string
  trust: string | null
}

/**
 * Does what a docketing clerk has long done with the older notices that needed a person: trusts senders, then marks
 * what is still open as handled. `settle` waits until trusted notices are processed.
 */
export async function clearOld(
  services: Services,
  { ids, settle }: { ids: readonly string[]; settle: () => Promise<void> },
): Promise<void> {
  const { database, jobs } = services
  const userId = await clerkOf(services)
  const act = (run: (trx: Trx, target: ActionTarget) => Promise<unknown>, items: readonly Stuck[]) =>
    withFirm(database, demoFirmId, async (trx) => {
      for (const { id } of items) await run(trx, { firmId: demoFirmId, itemId: id, userId })
    })
  const unproven = (await stuckOf(services, ids)).filter(({ trust }) => trust === 'unverified')
  await act((trx, target) => trustItem(trx, jobs, target), unproven)
  if (unproven.length > 0) await settle()
  await act(
    async (trx, target) => {
      await moveToManual(trx, target)
      await finishItem(trx, target)
    },
    await stuckOf(services, ids),
  )
}

async function stuckOf({ database }: Services, ids: readonly string[]): Promise<Stuck[]> {
  const { rows } = await sql<Stuck>`
    select id, trust from inbox_items
    where firm_id = ${demoFirmId} and id = any(${[...ids]}::uuid[]) and status = 'Action Required'`.execute(
    database.kysely,
  )
  return rows
}

async function clerkOf({ database }: Services): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select u.id from users u join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
    where u.firm_id = ${demoFirmId} and r.name = 'Docketing'`.execute(database.kysely)
  if (!rows[0]) throw new Error('the demo firm has no docketing clerk')
  return rows[0].id
}
