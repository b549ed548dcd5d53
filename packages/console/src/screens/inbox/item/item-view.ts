import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { ItemStatus, Notice, StageName } from '@courtcrier/contract/notice.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { Delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { CourtDocument } from '@courtcrier/contract/resources/document.ts'
import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import type { Envelope } from '@courtcrier/contract/resources/envelope.ts'
import type { InboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { apiGet, apiSend } from '../../../session/api.ts'
import type { ItemAction } from '../item-actions.ts'

/** A row with the fields that the role may see. */
type Seen<Row extends { id: string }> = Partial<Row> & Pick<Row, 'id'>

/** One item with everything that happened to it. */
export interface ItemView {
  item: Seen<InboxItem> & Pick<InboxItem, 'status' | 'receivedAt'>
  envelope?: Seen<Envelope>
  documents: readonly Seen<CourtDocument>[]
  deliveries: readonly Seen<Delivery>[]
  copies: readonly Seen<DocumentCopy>[]
  history: readonly HistoryLine[]
  /** What was read: the whole notice, or as much of it as was understood. */
  notice: Partial<Notice>
  isWhole: boolean
  candidates: readonly Candidate[]
  siblings: readonly Sibling[]
  /** The statuses that a person may give it now. */
  allowed: readonly ItemStatus[]
  /** Nobody has proven to be the sender, and the notice waits for a person's word that it is genuine. */
  canTrust: boolean
}

export interface HistoryLine {
  id: string
  at: string
  stage: StageName | string
  outcome: string
  sentence: string
  userId: string | null
  userName: string | null
}

/** A case that may be meant. */
export interface Candidate {
  id: string
  name: string
  caseNumber: string
  matterNumber: string | null
  matterName: string | null
  status: string | null
  timekeeperCount: number | null
}

/** Another message of the same filing. */
export interface Sibling {
  id: string
  subject: string
  status: ItemStatus
  receivedAt: string
}

export interface MailAddress {
  name: string
  address: string
}

export interface MailMessage {
  from: MailAddress | null
  to: readonly MailAddress[]
  subject: string | null
  date: string | null
  html: string | null
  text: string | null
  attachments: readonly { fileName: string | null; mediaType: string; size: number }[]
  /** Why the message could not be read as mail; `text` is then its beginning as it came. */
  problem?: string
}

/** Keys begin with the entity's name, so that the server's events reach them. */
export const itemKey = (id: string) => ['inbox_item', 'view', id] as const

export async function fetchItem(id: string, signal?: AbortSignal): Promise<ItemView> {
  return viewFrom(await apiGet<AnyRow>(itemPath(id), { signal }))
}

export async function actOnItem(id: string, action: ItemAction | 'trust'): Promise<ItemView> {
  return viewFrom(await apiSend<AnyRow>('POST', `${itemPath(id)}/${action}`))
}

export async function chooseCase(id: string, caseId: string): Promise<ItemView> {
  return viewFrom(await apiSend<AnyRow>('POST', `${itemPath(id)}/choose-case`, { case_id: caseId }))
}

export async function fetchMessage(id: string, signal?: AbortSignal): Promise<MailMessage> {
  const message = await apiGet<AnyRow>(`${itemPath(id)}/message`, { signal })
  return { ...(message as unknown as MailMessage), attachments: rows(message.attachments) }
}

export function rawPath(id: string): string {
  return `${itemPath(id)}/raw`
}

function itemPath(id: string): string {
  return `/api/v1/inbox/${encodeURIComponent(id)}`
}

function viewFrom(json: AnyRow): ItemView {
  return {
    item: rowFromJson(json.item as AnyRow) as unknown as ItemView['item'],
    envelope: json.envelope ? (rowFromJson(json.envelope as AnyRow) as unknown as Seen<Envelope>) : undefined,
    documents: rows(json.documents),
    deliveries: rows(json.deliveries),
    copies: rows(json.copies),
    history: rows(json.history),
    // The notice inside is not a row: it comes spelled as the contract has it.
    notice: (json.notice ?? json.understood ?? {}) as Partial<Notice>,
    isWhole: Boolean(json.notice),
    candidates: rows(json.candidates),
    siblings: rows(json.siblings),
    allowed: (json.allowed ?? []) as ItemStatus[],
    canTrust: json.can_trust === true,
  }
}

function rows<Row>(list: unknown): Row[] {
  return ((list ?? []) as AnyRow[]).map((row) => rowFromJson(row) as unknown as Row)
}
