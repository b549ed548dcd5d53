import type { NoticeRecipient, Span } from '@courtcrier/contract/notice.ts'
import type { Body } from '../../text/body.ts'
import { type AddressInText, findAddresses } from '../../text/email-addresses.ts'
import { squeeze, trimSpan } from '../../text/found.ts'
import { goesOnBelow } from '../../text/wrapped-lines.ts'
import type { Line } from './layout.ts'

/**
 * Everyone the court says it notified, or won't notify by email; one entry per person, although each case lists them
 * again.
 */
export function readRecipients(body: Body, mailing: readonly Line[]): NoticeRecipient[] {
  const people: Person[] = []
  let isServedElectronically = true
  let person: Person | undefined
  for (const line of unwrap(body, mailing)) {
    if (isList(line)) {
      isServedElectronically = line.label === 'mailed to'
      person = undefined
      continue
    }
    // A sentence that a heading adds about the rules of service.
    if (isSentence(line.text)) continue
    // Maryland's bankruptcy court puts this above the debtors' addresses; the line itself names no recipient.
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

/** Joins the lines of a person's name that a mail program wrapped; addresses below a name belong to it anyway. */
function unwrap(body: Body, mailing: readonly Line[]): readonly Line[] {
  if (body.kind === 'html') return mailing
  const joined: Line[] = []
  let isMailed = false
  for (const [place, line] of mailing.entries()) {
    const above = joined.at(-1)
    if (isList(line)) isMailed = line.label === 'mailed to'
    const isOpen = isMailed && above && !isList(above) && !isList(line) && !above.text.includes('@')
    if (isOpen && goesOnBelow(body, mailing[place - 1], line))
      joined[joined.length - 1] = { ...above, text: `${above.text} ${line.text}`, end: line.end }
    else joined.push(line)
  }
  return joined
}

function isList({ label }: Line): boolean {
  return label === 'mailed to' || label === 'not mailed to'
}

/** Names have no verb, and don't end in a colon or, at this length, in a period. */
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

/** The words before the addresses. "Harold Wayne Young , Jr" has its suffix set off. */
function namesOf(raw: string, addresses: readonly AddressInText[]): Pick<Entry, 'name' | 'onBehalfOf'> {
  const before = squeeze(addresses[0] ? raw.slice(0, addresses[0].start) : raw)
  const tidied = before
    .replace(/\(Terminated\b[^()]{0,40}\)/i, '')
    .replaceAll(' ,', ',')
    .trim()
  const end = /[\s,;:<([-]{1,10}$/.exec(tidied)?.index
  const words = end === undefined ? tidied : tidied.slice(0, end)
  const behalf = words.indexOf(onBehalf)
  if (behalf < 0) return { name: withoutRole(words) }
  return { name: withoutRole(words.slice(0, behalf)), onBehalfOf: words.slice(behalf + onBehalf.length) }
}

const onBehalf = ' on behalf of '

/** Bankruptcy courts append a person's role as a code: "U.S. Trustee (ust)". */
function withoutRole(name: string): string {
  return name.replace(/ \([a-z]{2,5}\)$/, '')
}

/** Whether a line belongs to the person above: unless a gap or a new name with addresses starts another. */
function belongsTo(person: Person, entry: Entry, line: Line): boolean {
  if (line.breaks > 1) return false
  if (!person.isServedElectronically) return true
  return entry.name === '' || person.emails.length === 0
}

/** For a postal address, nothing is added to the name. */
function addTo(person: Person, entry: Entry): void {
  for (const email of entry.emails) person.emails.push(email)
  person.span = [person.span[0], entry.span[1]]
  if (person.name !== '') return
  person.name = entry.name
  person.onBehalfOf = entry.onBehalfOf
}

/**
 * A person listed verbatim again, for another case, is listed once; otherwise two people with the same name remain two.
 * An address repeated within one person's list counts once.
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
