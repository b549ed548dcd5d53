import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type Firm, firm, publicFirmFields } from '@courtcrier/contract/resources/firm.ts'
import { readWebPreferences } from '@courtcrier/contract/web-preferences.ts'
import { decodeRow } from '@courtcrier/contract/wire.ts'
import { keepWords } from '../i18n/words.ts'
import { setQuietNotices } from '../ui/notices.ts'
import { createStore, useStore } from '../ui/store.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { hasServedColours } from '../ui/theme/served-colours.ts'
import { setTimeZone } from '../ui/time-zone.ts'
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
  showColours(row)
  applyPreferences(row)
  if (row.dictionary) keepWords(row.dictionary)
  store.set(row)
}

/** Shows the colours that this browser remembers, where the server's style sheet did not come with the page. */
export function showRememberedColours(): void {
  if (!hasServedColours()) showColours(getFirm())
}

/** What the page shows; undefined while that is the server's sheet, which has the firm's colours of a moment ago. */
let shown: string | undefined

/** The arithmetic of colours is fetched when there is something to work out, which the log-in page has not. */
function showColours({ primaryColor, secondaryColor }: KnownFirm): void {
  const wanted = `${primaryColor} ${secondaryColor}`
  const isServed = shown === undefined && hasServedColours()
  const isShown = isServed || wanted === shown
  shown = wanted
  if (isShown) return
  void import('../ui/theme/apply-colours.ts').then(({ applyColours }) => {
    if (shown === wanted) applyColours({ primary: primaryColor, secondary: secondaryColor })
  })
}

function applyPreferences({ webPreferences }: KnownFirm): void {
  const { tableStripes, messages } = readWebPreferences(webPreferences)
  setQuietNotices(messages === 'important')
  if (typeof document !== 'undefined') document.documentElement.toggleAttribute('data-table-stripes', tableStripes)
}

/** Keeps only what anybody may know of the firm, when nobody is signed in any more. */
export function forgetPrivateFirm(): void {
  keepWords({})
  applyPreferences({})
  store.set(publicPart(store.get()))
}

function publicPart(row: KnownFirm): KnownFirm {
  return Object.fromEntries(publicFirmFields.map((key) => [key, row[key]]))
}
