import type { Disposition, ItemStatus } from '@courtcrier/contract/notice.ts'
import type { Tone } from '../../ui/StatusDot.tsx'

/** The name and tone of an item's status. */
export interface StatusWord {
  tone: Tone
  /** Key of the translations. */
  labelKey: string
}

/** The fields of an item that its state is read from, as far as the role sees them. */
export interface StatusOfItem {
  status?: ItemStatus | undefined
  disposition?: Disposition | undefined
}

/**
 * Returns the word for an item's state; says so if it ended by a rule or only in part. Undefined for a role that doesn't
 * see the status.
 */
export function statusWord({ status, disposition }: StatusOfItem): StatusWord | undefined {
  if (status === undefined) return undefined
  const ended = status === 'Succeeded' ? endings[disposition ?? 'NO_DISPOSITION'] : undefined
  return ended ?? words[status]
}

/** Returns the tone of the sentence explaining an item's state; undefined when nothing is wrong. */
export function reasonTone(status: ItemStatus | undefined): 'warn' | 'bad' | undefined {
  if (status === 'Failed') return 'bad'
  return status === 'Action Required' || status === 'Retry' ? 'warn' : undefined
}

/** Returns whether the item is progressing without anyone's help. */
export function isUnderWay(status: ItemStatus | undefined): boolean {
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
