import type { NoticeRecipient, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../body.ts'
import { type AddressInText, findAddresses } from '../email-addresses.ts'
import { squeeze, trimSpan } from '../found.ts'
import type { Line } from './layout.ts'

/** Everyone the court says it told or will not tell by e-mail; one entry a person, though each case lists them again. */
export function readRecipients(body: Body, mailing: readonly Line[]): NoticeRecipient[] {
  const people: Person[] = []
  let isServedElectronically = true
  let person: Person | undefined
  for (const line of mailing) {
    if (line.label === 'mailed to' || line.label === 'not mailed to') {
      isServedElectronically = line.label === 'mailed to'
      person = undefined
      continue
    }
    const entry = readEntry(body, line)
    if (person && belongsTo(person, entry, line)) {
      addTo(person, entry)
      continue
    }
    person = { ...entry, isServedElectronically }
    people.push(person)
  }
  return merge(people.filter((one) => one.name !== '' || one.emails.length > 0))
}

interface Entry {
  name: string
  emails: string[]
  span: Span
}

interface Person extends Entry {
  isServedElectronically: boolean
}

function readEntry(body: Body, line: Line): Entry {
  const raw = body.text.slice(line.start, line.end)
  const addresses = findAddresses(raw)
  return {
    name: nameOf(raw, addresses),
    emails: addresses.map((found) => found.address),
    span: trimSpan(body.text, line.start, line.end),
  }
}

/** What precedes the addresses: "Harold Wayne Young , Jr" is written with the suffix set off. */
function nameOf(raw: string, addresses: readonly AddressInText[]): string {
  const before = squeeze(addresses[0] ? raw.slice(0, addresses[0].start) : raw)
  const tidied = before
    .replace(/\(Terminated\)/i, '')
    .replaceAll(' ,', ',')
    .trim()
  const end = /[\s,;:<([-]{1,10}$/.exec(tidied)?.index
  return end === undefined ? tidied : tidied.slice(0, end)
}

/** A line goes with the person above it unless a gap or a new name with addresses starts another. */
function belongsTo(person: Person, entry: Entry, line: Line): boolean {
  if (line.breaks > 1) return false
  if (!person.isServedElectronically) return true
  return entry.name === '' || person.emails.length === 0
}

/** A postal address adds nothing to the name it stands under. */
function addTo(person: Person, entry: Entry): void {
  for (const email of entry.emails) person.emails.push(email)
  person.span = [person.span[0], entry.span[1]]
  if (person.name === '') person.name = entry.name
}

function merge(people: readonly Person[]): NoticeRecipient[] {
  const merged = new Map<string, { person: Person; emails: Set<string> }>()
  for (const person of people) {
    const key = `${person.isServedElectronically}|${person.name || person.emails[0]}`
    const known = merged.get(key) ?? { person, emails: new Set() }
    merged.set(key, known)
    for (const email of person.emails) known.emails.add(email)
  }
  return Array.from(merged.values(), ({ person, emails }) => ({ ...person, emails: [...emails] }))
}
