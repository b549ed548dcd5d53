import type { InboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { translated } from '../../ui/translated.ts'
import { isUnderWay, reasonTone } from './item-status.ts'

/** The fields of an item used by its row; a role may see fewer. */
export type RowItem = Partial<InboxItem> & Pick<InboxItem, 'id'>

/** The content of a row's two lines: the notice, and the reason for its status. */
export interface RowLines {
  title: string
  /** The docket number after the title. */
  number: string
  detail: string
  tone?: 'warn' | 'bad'
}

export function rowLines(item: RowItem): RowLines {
  const subject = item.subject || item.sender || ''
  const title = item.caseName || subject
  const tone = reasonTone(item.status)
  const reason = translated(item.reason ?? '')
  if (tone && reason) return { title, number: item.docketNumber ?? '', detail: reason, tone }
  const plain =
    item.event || (isUnderWay(item.status) ? '' : reason) || (item.caseName ? subject : (item.snippet ?? ''))
  return { title, number: item.docketNumber ?? '', detail: plain }
}

/** Returns what a stopped item waits for in a few words, as a translation key; undefined if that takes a sentence. */
export function waitWord(item: RowItem): string | undefined {
  if (item.status !== 'Action Required') return undefined
  return waitWords[neededStep(item)?.labelKey ?? '']
}

const waitWords: Readonly<Record<string, string>> = {
  'inbox.step.case': 'inbox.quick.case',
  'inbox.step.sender': 'inbox.quick.sender',
  'inbox.step.upload': 'inbox.why.document',
}

/** Returns `4` when all are saved, `0/2` when some are missing, a dash when the filing has none. */
export function documentsText({
  documentCount,
  documentsKept,
}: Pick<RowItem, 'documentCount' | 'documentsKept'>): string {
  if (!documentCount) return '–'
  const kept = documentsKept ?? 0
  return kept === documentCount ? String(documentCount) : `${kept}/${documentCount}`
}

/** Returns the step a stopped item needs, as a translation key; undefined if it needs no one. */
export function neededStep(item: RowItem): { kind: 'open' | 'fix' | 'requeue'; labelKey: string } | undefined {
  if (item.status === 'Manual') return { kind: 'open', labelKey: 'inbox.step.finish' }
  if (item.status === 'Failed') return { kind: 'requeue', labelKey: 'inbox.action.requeue' }
  if (item.status !== 'Action Required') return undefined
  if (item.nextStage === 'match') return { kind: 'fix', labelKey: 'inbox.step.case' }
  const isUnproven = (item.trust === 'unverified' || item.senderFlag) && item.nextStage === 'retrieve'
  // The email itself shows whether its sender can be trusted.
  if (isUnproven) return { kind: 'open', labelKey: 'inbox.step.sender' }
  const lacksDocument = !item.nextStage && (item.documentsKept ?? 0) < (item.documentCount ?? 0)
  return { kind: 'fix', labelKey: lacksDocument ? 'inbox.step.upload' : 'inbox.step.look' }
}
