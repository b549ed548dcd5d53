import type { NoticeRecipient, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../text/body.ts'
import { findAddresses } from '../text/email-addresses.ts'
import { squeeze, trimSpan } from '../text/found.ts'
import { isMailingLabel, type NdaLabel, type NdaLine } from './nda-layout.ts'

/** Everyone the court says it notified, or did not notify by email; one entry per person. */
export function readNdaRecipients(body: Body, mailing: readonly NdaLine[]): NoticeRecipient[] {
  const people: Person[] = []
  let list: NdaLabel = 'mailed'
  let person: Person | undefined
  for (const line of mailing) {
    if (isMailingLabel(line.label)) {
      list = line.label ?? list
      person = undefined
      continue
    }
    const entries = readEntries(body, line)
    if (person && continuesPerson({ person, entries, line, list })) {
      addTo(person, entries)
      continue
    }
    for (const entry of entries) {
      person = { ...entry, isServedElectronically: list === 'mailed' }
      people.push(person)
    }
  }
  return merge(people)
}

interface Entry {
  name: string
  /** The person's role in the case, which distinguishes two people with one name. */
  role: string
  emails: string[]
  span: Span
}

interface Person extends Entry {
  isServedElectronically: boolean
}

/** The people of one line: each name with the addresses that follow it. */
function readEntries(body: Body, line: NdaLine): Entry[] {
  const raw = body.text.slice(line.start, line.end)
  const entries: Entry[] = []
  let last = 0
  for (const { address, start, end } of findAddresses(raw)) {
    const { name, role } = nameOf(raw.slice(last, start))
    const entry = entries.at(-1)
    if (name !== '' || !entry) {
      entries.push({ name, role, emails: [address], span: trimSpan(body.text, line.start + last, line.start + end) })
    } else {
      entry.emails.push(address)
      entry.span = [entry.span[0], line.start + end]
    }
    last = end
  }
  if (entries.length > 0) return entries
  const { name, role } = nameOf(raw)
  return name === '' ? [] : [{ name, role, emails: [], span: trimSpan(body.text, line.start, line.end) }]
}

/** The words before the addresses, without surrounding punctuation and the person's role in the case. */
function nameOf(raw: string): Pick<Entry, 'name' | 'role'> {
  const words = squeeze(raw.slice(0, longestName).replace(/<?mailto:?|\(Terminated\b[^()]{0,40}\)/gi, ' '))
    .replace(/^[\s,;:<>)\]*-]{1,20}/, '')
    .replaceAll(' ,', ',')
  const end = /[\s,;:<([*-]{1,20}$/.exec(words)?.index
  const name = end === undefined ? words : words.slice(0, end)
  const comma = name.lastIndexOf(', ')
  const role = comma > 0 ? name.slice(comma + 2) : ''
  return rolePattern.test(role) ? { name: name.slice(0, comma), role } : { name, role: '' }
}

const longestName = 400

/** Roles that courts write after a name: "Wilson Dudley, Deputy Clerk", "Jane Roe, Counsel", "Kristi Noem, Party". */
const rolePattern =
  /^(?:.{0,40}\b)?(?:clerk|manager|counsel|attorney|support|staff|reporter|assistant|paralegal|administrator|party)$/i

interface Continuation {
  person: Person
  entries: readonly Entry[]
  line: NdaLine
  list: NdaLabel
}

/** Whether a line belongs to the person above because it only adds addresses of any kind. */
function continuesPerson({ person, entries, line, list }: Continuation): boolean {
  if (line.breaks > 1) return false
  if (entries[0] && entries[0].emails.length > 0) return entries[0].name === ''
  if (list === 'mailed by post' || list === 'not mailed') return true
  // A list of names has no digits; a postal address does.
  return list === 'not received' && person.emails.length === 0 && /\d/.test(line.text)
}

function addTo(person: Person, entries: readonly Entry[]): void {
  for (const entry of entries) {
    for (const email of entry.emails) person.emails.push(email)
    person.span = [person.span[0], Math.max(person.span[1], entry.span[1])]
  }
}

function merge(people: readonly Person[]): NoticeRecipient[] {
  const merged = new Map<string, { person: Person; emails: Set<string> }>()
  for (const person of people) {
    const key = `${person.isServedElectronically}|${person.role}|${person.name || person.emails[0]}`
    const known = merged.get(key) ?? { person, emails: new Set() }
    merged.set(key, known)
    for (const email of person.emails) known.emails.add(email)
  }
  return Array.from(merged.values(), ({ person, emails }) => ({
    name: person.name,
    emails: [...emails],
    isServedElectronically: person.isServedElectronically,
    span: person.span,
  }))
}
