import { canTransition, type ItemStatus, requeueWindowDays } from '@courtcrier/contract/notice.ts'

/** What a person can do with an item. The name is the last part of the call's path. */
export const itemActions = ['requeue', 'manual', 'finish', 'cancel'] as const
export type ItemAction = (typeof itemActions)[number]

const leadsTo: Record<ItemAction, ItemStatus> = {
  requeue: 'New',
  manual: 'Manual',
  finish: 'Succeeded',
  cancel: 'Canceled',
}

/** The actions that the server allows for an item now, for somebody who may act. */
export function allowedActions({
  status,
  allowed,
  canAct,
}: {
  status: ItemStatus
  allowed: readonly ItemStatus[]
  canAct: boolean
}): ItemAction[] {
  if (!canAct) return []
  return itemActions.filter((action) => allowed.includes(leadsTo[action]) && isByPerson(action, status))
}

/** The same for a row, of which only the status is known; the server has the last word. */
export function likelyActions(
  item: { status: ItemStatus; receivedAt: string },
  { canAct, now }: { canAct: boolean; now: number },
): ItemAction[] {
  const allowed = Object.values(leadsTo).filter((to) => canTransition(item.status, to))
  const isLate = item.status === 'Failed' && now - Date.parse(item.receivedAt) > requeueWindowDays * 86_400_000
  return allowedActions({ status: item.status, allowed, canAct }).filter((action) => action !== 'requeue' || !isLate)
}

/** The pipeline too leads to `Succeeded`; a person marks as done only what was handed to a person. */
function isByPerson(action: ItemAction, status: ItemStatus): boolean {
  return action !== 'finish' || status === 'Manual'
}
