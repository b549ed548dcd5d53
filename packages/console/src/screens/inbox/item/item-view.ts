import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { ItemStatus, Notice, StageName } from '@courtcrier/contract/notice.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type Delivery, delivery } from '@courtcrier/contract/resources/delivery.ts'
import { type CourtDocument, courtDocument } from '@courtcrier/contract/resources/document.ts'
import { type DocumentCopy, documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { type Envelope, envelope } from '@courtcrier/contract/resources/envelope.ts'
import type { InboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FixKind } from '@courtcrier/contract/triage.ts'
import { queryOptions } from '@tanstack/react-query'
import { apiGet, apiSend } from '../../../session/api.ts'
import type { ItemAction, StoringAct } from '../item-actions.ts'

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
  /** Items that belong with this one, the closest first. */
  linked: readonly Linked[]
  notes: readonly Note[]
  /** The answers that it waits for and that the person may give. */
  fixes: readonly FixKind[]
  /** How many others wait for the same answer. */
  alsoWaiting: number
  /** How many others the answer just given settled too. */
  alsoSettled: number
  /** The statuses that a person may give it now. */
  allowed: readonly ItemStatus[]
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
  /** Something may contradict the case, which the role may not see; it is never chosen by one key. */
  isDoubted?: boolean
  /** What the notice says otherwise; absent where nothing does. */
  differences?: readonly Compared[]
  /** What the two agree on, to judge the differences by; empty where there are none. */
  agreements?: readonly Compared[]
}

/** What notice and case each say of one thing. */
export interface Compared {
  about: 'number' | 'name' | 'court'
  notice: string | null
  case: string | null
}

/** An item that belongs with another, and how. */
export interface Linked {
  relation: 'parent' | 'child' | 'part' | 'duplicate' | 'filing'
  item: ItemView['item']
}

/** What somebody wrote down about an item. */
export interface Note {
  id: string
  text: string
  createdAt: string
  authorName: string
  isEdited: boolean
  isOwn: boolean
}

/** What somebody asks to be done with an item. */
export type Wish =
  | { id: string; action: ItemAction | 'trust' | 'ignore-case' }
  /** Of all its copies that are in the state for it, or of one. */
  | { id: string; action: StoringAct; copyId?: string }
  | { id: string; action: 'choose-case'; caseId: string }
  | { id: string; action: 'choose-court'; courtId: string }

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

/** The item with all that is made of it. A copy can be stored and a mail opened long after the item is done. */
export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: itemKey(id),
    queryFn: ({ signal }) => fetchItem(id, signal),
    meta: { shows: [delivery.name, documentCopy.name, courtDocument.name, envelope.name] },
  })

async function fetchItem(id: string, signal?: AbortSignal): Promise<ItemView> {
  return viewFrom(await apiGet<AnyRow>(itemPath(id), { signal }))
}

/** Does what is asked and gives the item as it is then. */
export async function carryOut(wish: Wish): Promise<ItemView> {
  return viewFrom(await apiSend<AnyRow>('POST', `${itemPath(wish.id)}/${wish.action}`, bodyOf(wish)))
}

function bodyOf(wish: Wish): AnyRow | undefined {
  if (wish.action === 'choose-case') return { case_id: wish.caseId }
  if ('copyId' in wish) return { copy_id: wish.copyId }
  return wish.action === 'choose-court' ? { court_id: wish.courtId } : undefined
}

/** What a new case would be made of, as the notice says it, and the court it is before. */
export async function fetchNewCase(id: string, signal?: AbortSignal): Promise<{ values: AnyRow; court: string }> {
  const { values, court } = await apiGet<{ values: AnyRow; court: string }>(`${itemPath(id)}/new-case`, { signal })
  return { values: rowFromJson(values), court }
}

/** Writes, changes or deletes a note. A deleted one that is written again is there again. */
export function saveNote(
  id: string,
  { noteId, text }: { noteId?: string | undefined; text: string | undefined },
): Promise<unknown> {
  const path = `${itemPath(id)}/notes`
  if (noteId === undefined) return apiSend('POST', path, { text })
  return text === undefined ? apiSend('DELETE', `${path}/${noteId}`) : apiSend('PUT', `${path}/${noteId}`, { text })
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
    linked: ((json.linked ?? []) as { relation: Linked['relation']; item: AnyRow }[]).map(({ relation, item }) => ({
      relation,
      item: rowFromJson(item) as unknown as ItemView['item'],
    })),
    notes: rows(json.notes),
    fixes: (json.fixes ?? []) as FixKind[],
    alsoWaiting: Number(json.also_waiting ?? 0),
    alsoSettled: Number(json.also_settled ?? 0),
    allowed: (json.allowed ?? []) as ItemStatus[],
  }
}

function rows<Row>(list: unknown): Row[] {
  return ((list ?? []) as AnyRow[]).map((row) => rowFromJson(row) as unknown as Row)
}

/** The check of the sender is done, and nobody stands for them: what needs attention, though nothing failed. */
export function isUnproven(sentence: string): boolean {
  return /^Not proven\b/.test(sentence)
}
