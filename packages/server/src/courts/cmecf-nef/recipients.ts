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
    // What a heading goes on to say of the rules of service.
    if (isSentence(line.text)) continue
    // Maryland's bankruptcy court heads the debtors' addresses so; the line itself names no recipient.
    if (line.text.startsWith('Debtor(s):')) {
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

/** No name has a verb, and none ends in a colon or, at this length, in a full stop. */
function isSentence(text: string): boolean {
  if (text.includes('@') || !/[.:]$/.test(text) || text.split(' ').length < 6) return false
  return /\b(?:will|shall|must|should|has|have|is|are|be|been|was|were|does|do|did)\b/i.test(text)
}

interface Entry {
  name: string
  onBehalfOf?: string
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
    ...namesOf(raw, addresses),
    emails: addresses.map((found) => found.address),
    span: trimSpan(body.text, line.start, line.end),
  }
}

/** What precedes the addresses: "Harold Wayne Young , Jr" is written with the suffix set off. */
function namesOf(raw: string, addresses: readonly AddressInText[]): Pick<Entry, 'name' | 'onBehalfOf'> {
  const before = squeeze(addresses[0] ? raw.slice(0, addresses[0].start) : raw)
  const tidied = before
    .replace(/\(Terminated\)/i, '')
    .replaceAll(' ,', ',')
    .trim()
  const end = /[\s,;:<([-]{1,10}$/.exec(tidied)?.index
  const words = end === undefined ? tidied : tidied.slice(0, end)
  const behalf = words.indexOf(onBehalf)
  if (behalf < 0) return { name: withoutRole(words) }
  return { name: withoutRole(words.slice(0, behalf)), onBehalfOf: words.slice(behalf + onBehalf.length) }
}

const onBehalf = ' on behalf of '

/** Bankruptcy courts write a person's role as a code behind the name: "U.S. Trustee (ust)". */
function withoutRole(name: string): string {
  return name.replace(/ \([a-z]{2,5}\)$/, '')
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
  if (person.name !== '') return
  person.name = entry.name
  person.onBehalfOf = entry.onBehalfOf
}

/**
 * A person listed word for word again, for another case, stands once; two of one name otherwise stay two. Of an address
 * that the court repeats within one person's list only the first stands.
 */
function merge(people: readonly Person[]): NoticeRecipient[] {
  const merged = new Map<string, NoticeRecipient>()
  for (const { name, onBehalfOf, isServedElectronically, span, ...person } of people) {
    const emails = [...new Set(person.emails)]
    const key = [isServedElectronically, name, onBehalfOf, ...person.emails].join('|')
    if (merged.has(key)) continue
    merged.set(key, { name, ...(onBehalfOf && { onBehalfOf }), emails, isServedElectronically, span })
  }
  return [...merged.values()]
}
