import { canTransition, type ItemStatus, requeueWindowDays } from '@courtcrier/contract/notice.ts'
import { canArchive } from '@courtcrier/contract/triage.ts'

/** Actions a user can take on an item. The name is the last part of the call's path. */
export const itemActions = ['requeue', 'manual', 'finish', 'cancel', 'archive', 'unarchive'] as const
export type ItemAction = (typeof itemActions)[number]

export function isItemAction(action: string): action is ItemAction {
  return (itemActions as readonly string[]).includes(action)
}

/** The status after each, if it changes. */
export const leadsTo: Partial<Record<ItemAction, ItemStatus>> = {
  requeue: 'New',
  manual: 'Manual',
  finish: 'Succeeded',
  cancel: 'Canceled',
}

/** Actions on saving to the DMS, for the whole item or one copy. */
const storingActions = ['cancel-dms', 'requeue-dms'] as const
export type StoringAct = (typeof storingActions)[number]

/** Returns whether an action is about copies; any other finishes what the item needs. */
export function isAboutCopies(action: string): action is StoringAct {
  return (storingActions as readonly string[]).includes(action)
}

interface Standing {
  /** Undefined for a role that doesn't see it. */
  status: ItemStatus | undefined
  allowed: readonly ItemStatus[]
  canAct: boolean
  isArchived?: boolean
}

/** Returns the actions the server currently allows for an item, if the user may act. */
export function allowedActions({ status, allowed, canAct, isArchived = false }: Standing): ItemAction[] {
  if (!canAct || status === undefined) return []
  return itemActions.filter((action) => {
    if (action === 'archive') return !isArchived && canArchive(status)
    if (action === 'unarchive') return isArchived
    const to = leadsTo[action]
    return to !== undefined && allowed.includes(to) && isByPerson(action, status)
  })
}

/** Returns the likely actions for a row, of which only the status is known; the server decides. */
export function likelyActions(
  item: { status?: ItemStatus; receivedAt?: string; finishedAt?: string | null; hidden?: boolean | null },
  { canAct, now }: { canAct: boolean; now: number },
): ItemAction[] {
  const { status } = item
  if (status === undefined) return []
  const allowed = Object.values(leadsTo).filter((to) => canTransition(status, to))
  const endedAt = item.finishedAt ?? item.receivedAt
  // Without a time the server decides.
  const isLate =
    status === 'Failed' && endedAt !== undefined && now - Date.parse(endedAt) > requeueWindowDays * 86_400_000
  const isArchived = item.hidden === true
  return allowedActions({ status, allowed, canAct, isArchived }).filter((action) => action !== 'requeue' || !isLate)
}

/**
 * Returns the actions on copies: saving is stopped for those that wait, and retried for those that aren't saved or wait
 * for something missing in the DMS.
 */
export function storingActs(
  copies: readonly { status?: string | null | undefined; waitsFor?: string | null | undefined }[],
  { status: itemStatus }: { status?: ItemStatus },
): StoringAct[] {
  const isMissing = copies.some(({ status, waitsFor }) => status === 'delayed' && waitsFor === 'missing')
  const has = (...statuses: string[]) => copies.some(({ status }) => statuses.includes(status ?? ''))
  return [
    ...(has('new', 'delayed') ? (['cancel-dms'] as const) : []),
    ...((has('failed', 'canceled') || isMissing) && itemStatus !== 'Canceled' ? (['requeue-dms'] as const) : []),
  ]
}

/**
 * Returns whether users may do this: the pipeline also leads to `Succeeded`, but they only mark as done what they
 * handle manually.
 */
function isByPerson(action: ItemAction, status: ItemStatus): boolean {
  return action !== 'finish' || status === 'Manual'
}
