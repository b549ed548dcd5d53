import { expect, test } from 'vitest'
import { profiles } from '../profile.ts'
import { getCourt } from '../world/courts.ts'
import { makeWorld } from '../world/world.ts'
import { makeFilingStore } from './filing-store.ts'

const world = makeWorld(1)
const makeStore = (seed: string | number = 1) => makeFilingStore({ world: makeWorld(seed), profile: profiles.test })
const fileMany = (count: number) => {
  const store = makeStore()
  return Array.from({ length: count }, () => store.fileNext())
}

test('the same seed creates the same filings, another seed different ones', () => {
  const [first, again, other] = [makeStore(), makeStore(), makeStore(2)]
  const firstFilings = Array.from({ length: 50 }, () => first.fileNext())
  expect(Array.from({ length: 50 }, () => again.fileNext())).toEqual(firstFilings)
  expect(Array.from({ length: 50 }, () => other.fileNext())).not.toEqual(firstFilings)
})

test('entry numbers and times increase with each filing of a case, from history into the present', () => {
  const store = makeStore()
  const filings = [
    ...store.fileHistory(300, new Date('2026-09-01T12:00:00Z')),
    ...Array.from({ length: 300 }, () => store.fileNext()),
  ]
  for (const { id } of world.cases) {
    const own = filings.filter((filing) => filing.caseId === id)
    const numbers = own.map((filing) => filing.documentNumber)
    expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i))
    const times = own.map((filing) => filing.enteredAt)
    expect(times).toEqual([...times].sort())
  }
})

test('document IDs, message IDs and links belong to one filing only', () => {
  const filings = fileMany(400)
  const unique = (values: string[]) => expect(new Set(values).size).toBe(values.length)
  unique(filings.flatMap((filing) => filing.documents.map((document) => document.courtDocumentId)))
  unique(filings.flatMap((filing) => filing.notices.map((notice) => notice.messageId)))
  unique(
    filings.flatMap((filing) => filing.notices.flatMap((notice) => (notice.token === '' ? [] : [notice.url ?? '']))),
  )
})

test('a document ID leads back to its filing, whatever its fourth digit', () => {
  const store = makeStore()
  const filing = Array.from({ length: 40 }, () => store.fileNext()).find((item) => item.documents.length > 2)
  const id = filing?.documents[2]?.courtDocumentId ?? ''
  expect(store.findByDocumentId(id)).toEqual({ filing, document: filing?.documents[2] })
  expect(store.findByDocumentId(`${id.slice(0, 3)}1${id.slice(4)}`)).toEqual({ filing, document: filing?.documents[2] })
  expect(store.findByDocumentId('999020000000')).toBeUndefined()
})

test('the test profile contains everything a firm encounters', () => {
  const filings = fileMany(600)
  const some = (is: (filing: (typeof filings)[number]) => boolean) => expect(filings.some(is)).toBe(true)
  some((filing) => filing.documents.length === 0 && filing.notices.every((notice) => notice.url === undefined))
  some((filing) => filing.documents.length === 7)
  some((filing) => filing.isSealed)
  some((filing) => filing.caseClosedOn !== undefined)
  some((filing) => filing.notices.some((notice) => notice.isRegenerated))
  some(
    (filing) =>
      filing.notices.some((notice) => notice.token === '') && filing.notices.some((notice) => notice.token !== ''),
  )
  some((filing) => filing.event === 'Transcript' && filing.notices.every((notice) => notice.token === ''))
  some((filing) => /seal/i.test(filing.docketText) && !filing.isSealed)
  expect(new Set(filings.map((filing) => filing.courtId)).size).toBe(8)
})

test('the demo is mostly plain filings of district and bankruptcy courts, with some of appeals and a few odd ones', () => {
  const store = makeFilingStore({ world, profile: { ...profiles.demo, clock: 'simulated' } })
  const filings = Array.from({ length: 1_000 }, () => store.fileNext())
  const share = (is: (filing: (typeof filings)[number]) => boolean) => filings.filter(is).length / filings.length
  const ofKind = (kind: string) => share(({ courtId }) => getCourt(courtId).kind === kind)
  expect(ofKind('district') + ofKind('bankruptcy')).toBeGreaterThan(0.75)
  for (const kind of ['bankruptcy', 'appellate', 'acms']) expect(ofKind(kind)).toBeGreaterThan(0.02)
  expect(share(({ scenario }) => scenario !== undefined)).toBeGreaterThan(0.02)
  expect(share(({ scenario }) => scenario !== undefined)).toBeLessThan(0.1)
})
