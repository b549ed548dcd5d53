import type { Disposition, ItemStatus } from '@courtcrier/contract/notice.ts'
import type { Tone } from '../../ui/StatusDot.tsx'

/** What the status of an item is called and how it is toned. */
export interface StatusWord {
  tone: Tone
  /** Key of the translations. */
  labelKey: string
}

/** The word for where an item stands; one that ended by a rule or in part says so. */
export function statusWord({ status, disposition }: { status: ItemStatus; disposition?: Disposition }): StatusWord {
  const ended = status === 'Succeeded' ? endings[disposition ?? 'NO_DISPOSITION'] : undefined
  return ended ?? words[status]
}

/** The tone of a sentence that says why an item stands where it stands; undefined when nothing is wrong. */
export function reasonTone(status: ItemStatus): 'warn' | 'bad' | undefined {
  if (status === 'Failed') return 'bad'
  return status === 'Action Required' || status === 'Retry' ? 'warn' : undefined
}

/** Whether the item is on its way without anybody's help. */
export function isUnderWay(status: ItemStatus): boolean {
  return status === 'New' || status === 'Started' || status === 'Retry' || status === 'Post Processing'
}

const words: Record<ItemStatus, StatusWord> = {
  New: { tone: 'busy', labelKey: 'inbox.status.new' },
  Started: { tone: 'busy', labelKey: 'inbox.status.started' },
  Retry: { tone: 'busy', labelKey: 'inbox.status.retry' },
  'Action Required': { tone: 'warn', labelKey: 'inbox.status.action' },
  'Post Processing': { tone: 'busy', labelKey: 'inbox.status.post' },
  Succeeded: { tone: 'ok', labelKey: 'inbox.status.succeeded' },
  Failed: { tone: 'bad', labelKey: 'inbox.status.failed' },
  Manual: { tone: 'neutral', labelKey: 'inbox.status.manual' },
  Canceled: { tone: 'neutral', labelKey: 'inbox.status.canceled' },
}

const endings: Partial<Record<Disposition, StatusWord>> = {
  IGNORED: { tone: 'neutral', labelKey: 'inbox.status.ignored' },
  SPLIT: { tone: 'neutral', labelKey: 'inbox.status.split' },
  PARTIAL_SUCCESS: { tone: 'warn', labelKey: 'inbox.status.partial' },
}
