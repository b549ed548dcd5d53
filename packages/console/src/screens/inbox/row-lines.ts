import type { InboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { isUnderWay, reasonTone } from './item-status.ts'

/** The fields of an item that a row is drawn from; a role may see fewer. */
export type RowItem = Partial<InboxItem> & Pick<InboxItem, 'id' | 'status' | 'receivedAt'>

/** What a row's two lines say: what it is, and why it is so. */
export interface RowLines {
  title: string
  /** The docket number behind the title. */
  number: string
  detail: string
  tone?: 'warn' | 'bad'
}

export function rowLines(item: RowItem): RowLines {
  const subject = item.subject || item.sender || ''
  const title = item.caseName || subject
  const tone = reasonTone(item.status)
  const reason = item.reason ?? ''
  if (tone && reason) return { title, number: item.docketNumber ?? '', detail: reason, tone }
  const plain =
    item.event || (isUnderWay(item.status) ? '' : reason) || (item.caseName ? subject : (item.snippet ?? ''))
  return { title, number: item.docketNumber ?? '', detail: plain }
}

/** `4` when all are kept, `0/2` when some are missing, a dash when the filing has none. */
export function documentsText({
  documentCount,
  documentsKept,
}: Pick<RowItem, 'documentCount' | 'documentsKept'>): string {
  if (!documentCount) return '–'
  const kept = documentsKept ?? 0
  return kept === documentCount ? String(documentCount) : `${kept}/${documentCount}`
}

/** The step that a stopped item waits for, as a key of the translations; undefined when nobody is waited for. */
export function neededStep(item: RowItem): { kind: 'open' | 'fix' | 'requeue'; labelKey: string } | undefined {
  if (item.status === 'Manual') return { kind: 'open', labelKey: 'inbox.step.finish' }
  if (item.status === 'Failed') return { kind: 'requeue', labelKey: 'inbox.action.requeue' }
  if (item.status !== 'Action Required') return undefined
  if (item.nextStage === 'match') return { kind: 'fix', labelKey: 'inbox.step.case' }
  const isUnproven = (item.trust === 'unverified' || item.senderFlag) && item.nextStage === 'retrieve'
  // Whether a sender is to be trusted is judged by the mail itself.
  if (isUnproven) return { kind: 'open', labelKey: 'inbox.step.sender' }
  return { kind: 'fix', labelKey: 'inbox.step.look' }
}
