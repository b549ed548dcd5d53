import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { Delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { CourtDocument } from '@courtcrier/contract/resources/document.ts'
import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import type { Envelope } from '@courtcrier/contract/resources/envelope.ts'
import { apiGet, apiSend } from '../../session/api.ts'
import { request } from '../../session/request.ts'
import type { ItemView } from '../inbox/item/item-view.ts'

/** What the role may see of a row; the rest is absent. */
type Seen<Row> = Partial<Row> & { id: string }

export type ToldPerson = Seen<Delivery> & { name: string | null }
type FiledCopy = Seen<DocumentCopy> & { policy: string | null; link: string | null }

/** A filing with everything that is known of who was told and where it is stored. */
export interface FilingView {
  envelope: Seen<Envelope>
  documents: ItemView['documents']
  deliveries: readonly ToldPerson[]
  copies: readonly FiledCopy[]
  notices: readonly ItemView['item'][]
  mayResend: boolean
}

/** How many people were told of a filing, as far as the role may know. */
export interface FilingSummary {
  id: string
  documents?: number
  kept?: number
  told?: number
  waiting?: number
  failed?: number
  opened?: number
  attached?: number
}

/** Keys begin with the entity's name, so that the server's events reach them. */
export const filingKey = (id: string) => ['delivery', 'filing', id] as const

export async function fetchFiling(id: string, signal?: AbortSignal): Promise<FilingView> {
  return viewFrom(await apiGet<AnyRow>(filingPath(id), { signal }))
}

export async function fetchSummaries(
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ReadonlyMap<string, FilingSummary>> {
  if (ids.length === 0) return new Map()
  const { filings } = await apiGet<{ filings: FilingSummary[] }>(`/api/v1/filing/summaries?ids=${ids.join(',')}`, {
    signal,
  })
  return new Map(filings.map((filing) => [filing.id, filing]))
}

/** Whom a filing is sent to; `again` says that the person was told before and that this is known. */
export type ResendWish = ({ delivery_id: string } | { timekeeper_id: string }) & { again: boolean }

export async function resendFiling(id: string, wish: ResendWish): Promise<FilingView> {
  return viewFrom(await apiSend<AnyRow>('POST', `${filingPath(id)}/resend`, wish))
}

/** The documents as one PDF, under the name that the server gives it. */
export async function fetchCombined(id: string): Promise<{ name: string; content: Uint8Array<ArrayBuffer> }> {
  const call = { method: 'GET', path: `${filingPath(id)}/combined`, accept: 'application/pdf', isPatient: true }
  const response = await request(call)
  return { name: nameOf(response), content: new Uint8Array(await response.arrayBuffer()) }
}

function nameOf(response: Response): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  return name ? decodeURIComponent(name) : 'Filing.pdf'
}

function filingPath(id: string): string {
  return `/api/v1/filing/${encodeURIComponent(id)}`
}

function viewFrom(json: AnyRow): FilingView {
  return {
    envelope: rowFromJson(json.envelope as AnyRow) as unknown as Seen<Envelope>,
    documents: rows<Seen<CourtDocument>>(json.documents) as ItemView['documents'],
    deliveries: rows(json.deliveries),
    copies: rows(json.copies),
    notices: rows(json.notices),
    mayResend: json.may_resend === true,
  }
}

function rows<Row>(list: unknown): Row[] {
  return ((list ?? []) as AnyRow[]).map((row) => rowFromJson(row) as unknown as Row)
}
