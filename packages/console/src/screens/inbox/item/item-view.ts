import {
  actOnItem,
  type Candidate,
  changeNote,
  deleteNote,
  type HistoryLine,
  type ItemAnswer,
  type Note,
  type PossibleCourt,
  readItem,
  readMessage,
  readRawMessage,
  writeNote,
} from '@courtcrier/contract/calls/inbox.ts'
import type { ItemStatus, Notice } from '@courtcrier/contract/notice.ts'
import { type Delivery, delivery } from '@courtcrier/contract/resources/delivery.ts'
import { type CourtDocument, courtDocument } from '@courtcrier/contract/resources/document.ts'
import { type DocumentCopy, documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { type Envelope, envelope } from '@courtcrier/contract/resources/envelope.ts'
import { type InboxItem, inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FixKind } from '@courtcrier/contract/triage.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask, askBytes } from '../../../session/ask.ts'
import type { ItemAction, StoringAct } from '../item-actions.ts'

/** A row with the fields that the role may see. */
type Seen<Row extends { id: string }> = Partial<Row> & Pick<Row, 'id'>

/** One item with everything that happened to it. */
export interface ItemView {
  item: Seen<InboxItem>
  envelope?: Seen<Envelope>
  documents: readonly Seen<CourtDocument>[]
  deliveries: readonly Seen<Delivery>[]
  copies: readonly Seen<DocumentCopy>[]
  history: readonly HistoryLine[]
  /** The facts read: the whole notice, or as much of it as was understood. */
  notice: Partial<Notice>
  isWhole: boolean
  candidates: readonly Candidate[]
  /** Which courts may have sent it, if that isn't clear. */
  possibleCourts: readonly PossibleCourt[]
  /** Related items, the closest first. */
  linked: readonly Linked[]
  notes: readonly Note[]
  /** The ways to resolve it that are available to the user. */
  fixes: readonly FixKind[]
  /** How many others need the same answer. */
  alsoWaiting: number
  /** How many others the last answer resolved too. */
  alsoSettled: number
  /** What the last action can be undone by. */
  undoId?: string
  /** The statuses a user may set now. */
  allowed: readonly ItemStatus[]
}

/** An item that belongs with another, and how. */
export interface Linked {
  relation: 'parent' | 'child' | 'part' | 'duplicate' | 'filing'
  item: ItemView['item']
  /** The addresses it was sent to, as far as the role sees them. */
  recipients: readonly string[]
}

/** An action on an item. */
export type Wish =
  | { id: string; action: ItemAction | 'trust' | 'ignore-case' | 'approve' | 'retrieve' | 'not-needed' }
  /** Applies to all its copies in the required state, or to one. */
  | { id: string; action: StoringAct; copyId?: string }
  /** A case that was just created for it is deleted again if both are undone. */
  | { id: string; action: 'choose-case'; caseId: string; creationUndoId?: string | undefined }
  | { id: string; action: 'choose-court'; courtId: string }
  | { id: string; action: 'assign-timekeeper'; timekeeperId: string }
  | {
      id: string
      action: 'upload-documents'
      documents: readonly { upload_id: string; document_id: string }[]
      isDespiteStamps: boolean
    }

/** Keys begin with the entity's name, so that the server's events reach them. */
export const itemKey = (id: string) => ['inbox_item', 'view', id] as const

/**
 * Loads the item with everything derived from it. A copy can be saved and an email opened long after the item is done.
 */
export const itemQuery = (id: string) =>
  queryOptions({
    queryKey: itemKey(id),
    queryFn: ({ signal }) => fetchItem(id, signal),
    meta: { shows: [delivery.name, documentCopy.name, courtDocument.name, envelope.name] },
  })

/** Returns what a list already shows of an item; undefined if none does. */
export function useListedItem(id: string): ItemView['item'] | undefined {
  const queryClient = useQueryClient()
  return useMemo(() => {
    const lists = queryClient.getQueriesData<{ rows: readonly ItemView['item'][] }>({
      queryKey: [inboxItem.name, 'search'],
    })
    return lists.flatMap(([, list]) => list?.rows ?? []).find((item) => item.id === id)
  }, [queryClient, id])
}

export async function fetchItem(id: string, signal?: AbortSignal): Promise<ItemView> {
  return viewFrom(await ask(readItem, { id }, { signal }))
}

/** Performs an action and returns the updated item. */
export async function carryOut(wish: Wish): Promise<ItemView> {
  const { id, action } = wish
  if (action === 'choose-case') {
    const body = { case_id: wish.caseId, creation_undo_id: wish.creationUndoId }
    return viewFrom(await ask(actOnItem(action), { id, body }))
  }
  if (action === 'choose-court') return viewFrom(await ask(actOnItem(action), { id, body: { court_id: wish.courtId } }))
  if (action === 'assign-timekeeper')
    return viewFrom(await ask(actOnItem(action), { id, body: { timekeeper_id: wish.timekeeperId } }))
  if (action === 'upload-documents') {
    const body = { documents: [...wish.documents], despite_stamps: wish.isDespiteStamps }
    return viewFrom(await ask(actOnItem(action), { id, body }))
  }
  if (action === 'cancel-dms' || action === 'requeue-dms')
    return viewFrom(await ask(actOnItem(action), { id, body: { copy_id: wish.copyId } }))
  return viewFrom(await ask(actOnItem(action), { id }))
}

/** Writes, changes or deletes a note. Writing a deleted one restores it. */
export function saveNote(
  id: string,
  { noteId, text }: { noteId?: string | undefined; text: string | undefined },
): Promise<unknown> {
  if (noteId === undefined) return ask(writeNote, { id, body: { text: text ?? '' } })
  return text === undefined ? ask(deleteNote, { id, noteId }) : ask(changeNote, { id, noteId, body: { text } })
}

/** Loads its email. Not under the item's entity: the received message never changes, whatever happens to the item. */
export const messageQuery = (id: string) =>
  queryOptions({
    queryKey: ['inbox_message', id],
    queryFn: ({ signal }) => ask(readMessage, { id }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Fetches the raw email. */
export function fetchRaw(id: string): Promise<Uint8Array<ArrayBuffer>> {
  return askBytes(readRawMessage, { id })
}

function viewFrom({ envelope: filing, notice, understood, alsoSettled = 0, ...told }: ItemAnswer): ItemView {
  return {
    ...(told as unknown as Omit<ItemView, 'notice' | 'isWhole' | 'alsoSettled'>),
    ...(filing ? { envelope: filing as Seen<Envelope> } : {}),
    notice: (notice ?? understood ?? {}) as Partial<Notice>,
    isWhole: Boolean(notice),
    alsoSettled,
  }
}

/** Returns whether the sender was checked but not verified: this needs attention, though nothing failed. */
export function isUnproven(sentence: string): boolean {
  return /^Not proven\b/.test(sentence)
}
