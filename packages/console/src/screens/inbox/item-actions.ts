import { canTransition, type ItemStatus, requeueWindowDays } from '@courtcrier/contract/notice.ts'
import { canArchive } from '@courtcrier/contract/triage.ts'

/** What a person can do with an item. The name is the last part of the call's path. */
export const itemActions = ['requeue', 'manual', 'finish', 'cancel', 'archive', 'unarchive'] as const
export type ItemAction = (typeof itemActions)[number]

const leadsTo: Partial<Record<ItemAction, ItemStatus>> = {
  requeue: 'New',
  manual: 'Manual',
  finish: 'Succeeded',
  cancel: 'Canceled',
}

/** What a person can do about storing, of the whole item or of one copy. */
export type StoringAct = 'cancel-dms' | 'requeue-dms'

interface Standing {
  status: ItemStatus
  allowed: readonly ItemStatus[]
  canAct: boolean
  isArchived?: boolean
}

/** The actions that the server allows for an item now, for somebody who may act. */
export function allowedActions({ status, allowed, canAct, isArchived = false }: Standing): ItemAction[] {
  if (!canAct) return []
  return itemActions.filter((action) => {
    if (action === 'archive') return !isArchived && canArchive(status)
    if (action === 'unarchive') return isArchived
    const to = leadsTo[action]
    return to !== undefined && allowed.includes(to) && isByPerson(action, status)
  })
}

/** The same for a row, of which only the status is known; the server has the last word. */
export function likelyActions(
  item: { status: ItemStatus; receivedAt: string; hidden?: boolean | null },
  { canAct, now }: { canAct: boolean; now: number },
): ItemAction[] {
  const allowed = Object.values(leadsTo).filter((to) => canTransition(item.status, to))
  const isLate = item.status === 'Failed' && now - Date.parse(item.receivedAt) > requeueWindowDays * 86_400_000
  const isArchived = item.hidden === true
  return allowedActions({ status: item.status, allowed, canAct, isArchived }).filter(
    (action) => action !== 'requeue' || !isLate,
  )
}

/** Storing is stopped for copies that wait, and tried anew for those that are not stored. */
export function storingActs(
  copies: readonly { status?: string | null | undefined }[],
  { status: itemStatus }: { status: ItemStatus },
): StoringAct[] {
  const has = (...statuses: string[]) => copies.some(({ status }) => statuses.includes(status ?? ''))
  return [
    ...(has('new', 'delayed') ? (['cancel-dms'] as const) : []),
    ...(has('failed', 'canceled') && itemStatus !== 'Canceled' ? (['requeue-dms'] as const) : []),
  ]
}

/** The pipeline too leads to `Succeeded`; a person marks as done only what was handed to a person. */
function isByPerson(action: ItemAction, status: ItemStatus): boolean {
  return action !== 'finish' || status === 'Manual'
}
