import type { ChatMessage } from '@courtcrier/contract/calls/chats.ts'
import {
  combineFiling,
  type FilingAnswer,
  type FilingSummary,
  readFiling,
  resendFiling as resend,
  summarizeFilings,
} from '@courtcrier/contract/calls/filings.ts'
import type { Delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import type { Envelope } from '@courtcrier/contract/resources/envelope.ts'
import { addressOf, ask } from '../../session/ask.ts'
import { request } from '../../session/request.ts'
import type { ItemView } from '../inbox/item/item-view.ts'

/** The part of a row the role may see. */
type Seen<Row> = Partial<Row> & { id: string }

export type ToldPerson = Seen<Delivery> & { name: string | null }
type FiledCopy = Seen<DocumentCopy> & { policy: string | null; link: string | null }

/** A filing with everyone notified of it and its copies in the DMS. */
export interface FilingView {
  envelope: Seen<Envelope>
  documents: ItemView['documents']
  deliveries: readonly ToldPerson[]
  /** Messages to chat channels of preference groups. */
  chats: readonly ChatMessage[]
  copies: readonly FiledCopy[]
  notices: readonly ItemView['item'][]
  mayResend: boolean
}

/** Keys begin with the entity's name, so that the server's events reach them. */
export const filingKey = (id: string) => ['delivery', 'filing', id] as const

export async function fetchFiling(id: string, signal?: AbortSignal): Promise<FilingView> {
  return viewFrom(await ask(readFiling, { id }, { signal }))
}

export async function fetchSummaries(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, FilingSummary>> {
  if (ids.length === 0) return new Map()
  const { filings } = await ask(summarizeFilings, { query: { ids: ids.join() } }, { signal })
  return new Map(filings.map((filing) => [filing.id, filing]))
}

/** The recipient of a filing; `again` confirms that the person was notified before. */
export type ResendWish = ({ delivery_id: string } | { timekeeper_id: string }) & { again: boolean }

export async function resendFiling(id: string, wish: ResendWish): Promise<FilingView> {
  return viewFrom(await ask(resend, { id, body: wish }))
}

/** Fetches the documents as one PDF, with the file name chosen by the server. */
export async function fetchCombined(id: string): Promise<{ name: string; content: Uint8Array<ArrayBuffer> }> {
  const call = { method: 'GET', path: addressOf(combineFiling, { id }), accept: 'application/pdf', isPatient: true }
  const response = await request(call)
  return { name: nameOf(response), content: new Uint8Array(await response.arrayBuffer()) }
}

function nameOf(response: Response): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name ? decodeURIComponent(name) : 'Filing.pdf'
}

function viewFrom({ may_resend: mayResend, ...told }: FilingAnswer): FilingView {
  return { ...(told as unknown as Omit<FilingView, 'mayResend'>), mayResend }
}
