import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type Firm, firm, publicFirmFields } from '@courtcrier/contract/resources/firm.ts'
import { firmCssMark } from '@courtcrier/contract/theme/css-mark.ts'
import { readWebPreferences } from '@courtcrier/contract/web-preferences.ts'
import { decodeRow } from '@courtcrier/contract/wire.ts'
import { keepWords } from '../i18n/words.ts'
import { setQuietNotices } from '../ui/notices.ts'
import { createStore, useStore } from '../ui/store.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { setTimeZone } from '../ui/time-zone.ts'
import { request } from './request.ts'
import { getSession } from './session-store.ts'

/** The known firm: everything the role may see, or only the public part before login. */
export type KnownFirm = Partial<Firm>

const store = createStore<KnownFirm>(rememberedPart(readStored<KnownFirm>('firm') ?? {}))

/** Returns the firm as last loaded; at the start, the name and colors this browser remembers. */
export function useFirm(): KnownFirm {
  return useStore(store)
}

export function getFirm(): KnownFirm {
  return store.get()
}

/** Loads the firm, remembers what the login page needs next time, and sets the time zone. */
export async function loadFirm(signal?: AbortSignal): Promise<KnownFirm> {
  const response = await request({ method: 'GET', path: '/api/v1/firm', accept: 'application/x-protobuf', signal })
  const row: AnyRow = decodeRow(firm, new Uint8Array(await response.arrayBuffer()))
  keepFirm(row)
  return row
}

let started: { userId: string | undefined; answer: Promise<KnownFirm> } | undefined

/** Loads the firm as the page starts, for the user who is signed in, if any; the pages behind the login then need not ask again. */
export function startFirm(userId: string | undefined): Promise<KnownFirm> {
  const answer = loadFirm()
  started = { userId, answer }
  return answer
}

/** Loads the firm for the signed-in user: at first, what was asked for as the page started. */
export function loadFirmFor(userId: string | undefined, signal?: AbortSignal): Promise<KnownFirm> {
  const first = started
  started = undefined
  return first && first.userId === userId ? first.answer : loadFirm(signal)
}

/** Sets the current firm, including after a change made here. */
export function keepFirm(row: KnownFirm): void {
  writeStored('firm', rememberedPart(row))
  setTimeZone(row.defaultTimeZone)
  showColors(row)
  applyPreferences(row)
  if (row.dictionary) keepWords(row.dictionary)
  store.set(row)
}

/** Applies the colors this browser remembers if the server's style sheet didn't come with the page. */
export function showRememberedColors(): void {
  if (!hasServedColors()) showColors(getFirm())
}

/** The colors shown; undefined while they are those of the server's style sheet. */
let shown: string | undefined

/** Applies colors; the calculation is loaded on demand, since the login page needs none. */
function showColors({ primaryColor, secondaryColor }: KnownFirm): void {
  const wanted = `${primaryColor} ${secondaryColor}`
  const isServed = shown === undefined && hasServedColors()
  const isShown = isServed || wanted === shown
  shown = wanted
  if (isShown) return
  void import('../ui/theme/apply-colors.ts').then(({ applyColors }) => {
    if (shown === wanted) applyColors({ primary: primaryColor, secondary: secondaryColor })
  })
}

function applyPreferences({ webPreferences }: KnownFirm): void {
  const { tableStripes, messages } = readWebPreferences(webPreferences)
  setQuietNotices(messages === 'important')
  if (typeof document !== 'undefined') document.documentElement.toggleAttribute('data-table-stripes', tableStripes)
}

/** Keeps only the firm's public data once no one is signed in. */
export function forgetPrivateFirm(): void {
  keepWords({})
  applyPreferences({})
  const known = rememberedPart(store.get())
  writeStored('firm', known)
  store.set(known)
}

/**
 * Returns what this browser remembers (specification, section 3): the public part, and the paid features, which count only
 * while someone is signed in.
 */
function rememberedPart(row: KnownFirm): KnownFirm {
  const open = Object.fromEntries(publicFirmFields.map((key) => [key, row[key]]))
  const { entitledFeatures } = row
  return entitledFeatures && getSession() ? { ...open, entitledFeatures } : open
}

/** Returns whether the page includes the server's own sheet (`/api/v1/firm/theme.css`). */
function hasServedColors(): boolean {
  return getComputedStyle(document.documentElement).getPropertyValue(firmCssMark) !== ''
}
