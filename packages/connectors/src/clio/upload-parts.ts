import * as z from 'zod/mini'
import type { FileToStore } from '../connector.ts'
import { problemError } from '../problems.ts'
import { type FilePart, partsOf } from '../ways/parts.ts'
import { sendPresigned } from '../ways/presigned.ts'
import type { ClioApi, ClioOptions } from './clio-api.ts'
import { type ClioDocument, headersOf, removeIncomplete, type UploadAddress } from './documents.ts'

/** Files from this size on are sent in parts, in bytes: at once, ten minutes may be too short. */
export const partsFrom = 20_000_000
/** Clio takes parts of 5 MB and more, and up to 10,000 of them. */
const partSize = 10_000_000
/** Addresses asked for at a time, of 50 that Clio would give: they end after ten minutes. */
const addressesAtOnce = 5

const keptForm = z.object({ documentId: z.string(), uuid: z.string(), sent: z.number(), partSize: z.number() })
type Kept = z.output<typeof keptForm>

export interface Sending {
  options: ClioOptions
  /** An incomplete document of an earlier attempt. */
  earlier: ClioDocument | undefined
  /** Announces the document with its first parts. */
  begin: (multiparts: readonly object[]) => Promise<ClioDocument>
  /** Undefined if Clio refuses. */
  change: (document: ClioDocument, data: object, what: string) => Promise<ClioDocument | undefined>
}

/** Sends a file in parts. Which ones are there is kept, and the next attempt goes on with the others. */
export async function sendParts(file: FileToStore, sending: Sending): Promise<ClioDocument> {
  const { options, earlier, begin } = sending
  const { place, uploads, api } = options
  const key = { ...place, idempotencyKey: file.idempotencyKey }
  const kept = keptOf(earlier, await uploads.find(key))
  const there = earlier && !kept ? await removeIncomplete(api, earlier.id) : undefined
  if (there) return there
  const document = (kept && earlier) || (await begin(announced(file.size, 0)))
  const { uuid } = document.latest_document_version
  let state: Kept = kept ?? { documentId: document.id, uuid, sent: 0, partSize }
  if (!kept) await uploads.keep(key, state)
  let addresses = kept ? new Map<number, UploadAddress>() : addressesIn(document)
  for await (const part of partsOf(file, { size: partSize, from: state.sent })) {
    if (!addresses.has(part.index))
      addresses = await moreAddresses(document, { size: file.size, from: part.index, sending })
    await sendPart(api, part, addresses.get(part.index))
    state = { ...state, sent: part.index + 1 }
    await uploads.keep(key, state)
  }
  return document
}

/** Where an earlier attempt's document stands. */
function keptOf(earlier: ClioDocument | undefined, state: unknown): Kept | undefined {
  const kept = keptForm.safeParse(state).data
  const isOf = kept?.documentId === earlier?.id && kept?.uuid === earlier?.latest_document_version.uuid
  return isOf && kept?.partSize === partSize ? kept : undefined
}

async function sendPart(api: ClioApi, { index, bytes }: FilePart, address: UploadAddress | undefined): Promise<void> {
  await sendPresigned(api, {
    url: address?.put_url ?? '',
    headers: address ? headersOf(address) : {},
    bytes: () => once(bytes),
    size: bytes.byteLength,
    what: `writing part ${index + 1}`,
  })
}

async function moreAddresses(
  document: ClioDocument,
  { size, from, sending: { change, options } }: { size: number; from: number; sending: Sending },
): Promise<Map<number, UploadAddress>> {
  const what = `asking for addresses from part ${from + 1} on`
  const changed = await change(document, { fully_uploaded: false, multiparts: announced(size, from) }, what)
  if (changed) return addressesIn(changed)
  await removeIncomplete(options.api, document.id)
  throw problemError('transient', `Clio refused ${what}. The file is sent again with the next try.`)
}

/** Counted from 0, as Clio's part numbers are from 1. */
function addressesIn({ latest_document_version: { multiparts } }: ClioDocument): Map<number, UploadAddress> {
  return new Map((multiparts ?? []).map((part) => [part.part_number - 1, part]))
}

/** The parts to get addresses for. Lengths are numbers: programs that are known to work send these. */
function announced(size: number, from: number): object[] {
  const count = Math.ceil(size / partSize)
  const indexes = Array.from({ length: Math.min(addressesAtOnce, count - from) }, (_, n) => from + n)
  return indexes.map((index) => ({
    part_number: index + 1,
    content_length: Math.min(partSize, size - index * partSize),
  }))
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}
