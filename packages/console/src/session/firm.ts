import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type Firm, firm, publicFirmFields } from '@courtcrier/contract/resources/firm.ts'
import { decodeRow } from '@courtcrier/contract/wire.ts'
import { keepWords } from '../i18n/words.ts'
import { setTimeZone } from '../ui/format-time.ts'
import { createStore, useStore } from '../ui/store.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { request } from './request.ts'

/** What is known of the firm: everything the role may see, or only what is public before log-in. */
export type KnownFirm = Partial<Firm>

const store = createStore<KnownFirm>(readStored<KnownFirm>('firm') ?? {})

/** The firm as last heard of; at the start what this browser remembers of its name and colours. */
export function useFirm(): KnownFirm {
  return useStore(store)
}

export function getFirm(): KnownFirm {
  return store.get()
}

/** Asks the server for the firm, remembers what the log-in page needs next time, and sets the time zone. */
export async function loadFirm(signal?: AbortSignal): Promise<KnownFirm> {
  const response = await request({ method: 'GET', path: '/api/v1/firm', accept: 'application/x-protobuf', signal })
  const row: AnyRow = decodeRow(firm, new Uint8Array(await response.arrayBuffer()))
  keepFirm(row)
  return row
}

/** Takes the firm as it is now, also after it was changed here. */
export function keepFirm(row: KnownFirm): void {
  writeStored('firm', publicPart(row))
  setTimeZone(row.defaultTimeZone)
  if (row.dictionary) keepWords(row.dictionary)
  store.set(row)
}

/** Keeps only what anybody may know of the firm, when nobody is signed in any more. */
export function forgetPrivateFirm(): void {
  keepWords({})
  store.set(publicPart(store.get()))
}

function publicPart(row: KnownFirm): KnownFirm {
  return Object.fromEntries(publicFirmFields.map((key) => [key, row[key]]))
}
