import { domainToUnicode } from 'node:url'
import type { MailAddress } from '../message/message.ts'
import type { Court } from './court.ts'
import type { EfilingEntry } from './data/listed-court.ts'
import { findCourtBySenderDomain, findEfilingBySenderDomain } from './directory.ts'

/** The domains that contain all federal courts' domains. */
const judiciary = ['uscourts.gov', 'fedcourts.us'] as const

/** Domains of state courts, special courts and e-filing systems, which are imitated too. */
const others = [
  'txcourts.gov',
  'nycourts.gov',
  'courts.state.ny.us',
  'myflcourtaccess.com',
  'tylertech.cloud',
  'tylertech.com',
  'tylerhost.net',
  'ustaxcourt.gov',
  'supremecourt.gov',
  'fileandservexpress.com',
] as const

/** The sender behind a domain: a court, or the e-filing system of several courts. */
export interface KnownSender {
  court?: Court
  /** Suitable for the middle of a sentence: `the Supreme Court of Texas`. */
  name: string
  efiling?: EfilingEntry
  /** How an e-filing service's signature is called where there is no room for its whole name. */
  signsAs?: string
}

/** The court or e-filing system whose sender domain this is, or of which it is a subdomain. */
export function findSenderOfDomain(domain: string): KnownSender | undefined {
  const labels = domain.toLowerCase().split('.').slice(-mostLabels)
  for (let start = 0; start < labels.length - 1; start++) {
    const suffix = labels.slice(start).join('.')
    const court = findCourtBySenderDomain(suffix)
    if (court) return { court, name: `the ${court.name}` }
    const efiling = findEfilingBySenderDomain(suffix)
    if (efiling) return { name: efiling.name, efiling, ...(efiling.signsAs && { signsAs: efiling.signsAs }) }
  }
  return undefined
}

/** Whether the domain belongs to the federal judiciary, to a court or not. */
export function isJudiciaryDomain(domain: string): boolean {
  const name = domain.toLowerCase()
  return judiciary.some((suffix) => name === suffix || name.endsWith(`.${suffix}`))
}

/** Whether courts or their e-filing systems send from the domain, a subdomain of it or a parent of it. */
export function isCourtDomain(domain: string): boolean {
  const known = [...judiciary, ...others]
  if (isJudiciaryDomain(domain) || findSenderOfDomain(domain)) return true
  return known.some((name) => name === domain || domain.endsWith(`.${name}`) || name.endsWith(`.${domain}`))
}

/**
 * Says what is wrong, as the middle of a sentence, if a sender that isn't a court pretends to be one: with a domain
 * resembling a court's, or with the display name that mail programs show instead of the address.
 */
export function findImitation({ name, address }: MailAddress): string | undefined {
  const domain = domainOf(address)
  if (isJudiciaryDomain(domain)) return undefined
  const copied = imitatedDomain(domain)
  if (copied)
    return `the domain ${short(domain)} imitates ${copied}, which ${isJudiciaryDomain(copied) ? 'federal courts' : 'courts or their e-filing systems'} send from`
  if (claimsToBeCourt(name) && !isGovernment(domain)) {
    return `the sender calls itself "${short(name)}", but writes from ${short(address)}, which isn't a court's address`
  }
  return undefined
}

/** The part after the last `@`, in lower case; empty if there is none. */
export function domainOf(address: string): string {
  return address
    .slice(address.lastIndexOf('@') + 1)
    .trim()
    .toLowerCase()
    .replace(/\.$/, '')
}

/** Sender-chosen text made suitable for a sentence: on one line, with limited length. */
export function short(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .toWellFormed()
    .trim()
  return line.length > longestShown ? `${line.slice(0, longestShown)}…` : line
}

const longestShown = 80
/** A domain name has at most 253 characters (RFC 1035, section 2.3.4), so no more labels than half of that. */
const mostLabels = 127
const longestDomain = 253

function imitatedDomain(domain: string): string | undefined {
  const name = domain.slice(0, longestDomain)
  if (others.some((genuine) => name === genuine || name.endsWith(`.${genuine}`))) return undefined
  const looks = skeleton(name)
  const forms = [looks, withoutForeign(looks)]
  return (
    judiciary.find((genuine) => forms.some((form) => showsLabel(form, labelOf(genuine)))) ??
    others.find((genuine) => forms.some((form) => showsName(form, genuine))) ??
    // As it is written, too: the digit of `ca5` is no look-alike.
    hostOfCourt(looks) ??
    hostOfCourt(name)
  )
}

/**
 * Without the letters that resemble none: there are too many for a table, and mail programs that show `xn--uscurts-b3f`
 * show the rest of the name as it is.
 */
function withoutForeign(looks: string): string {
  return looks.replace(/[^\x20-\x7e]/gu, '')
}

/** `ecf.cand.us`, `ecf-cand.com` and `ecfcand.com` show the two words of `ecf.cand.uscourts.gov` by which people know it. */
function hostOfCourt(shown: string): string | undefined {
  const parts = shown.split(/[.-]/)
  const apart = parts.some((part) => part === 'ecf' || part === 'cmecf') ? parts : []
  const joined = parts.flatMap(beyondEcf).filter((word) => word.length >= longWord)
  return [...apart, ...joined]
    .map((word) => `${word}.uscourts.gov`)
    .find((domain) => findCourtBySenderDomain(domain) !== undefined)
}

/** Shorter ones are honest names, too: the court of `med` is Maine's. */
const longWord = 4

function beyondEcf(part: string): string[] {
  return ['cmecf', 'ecf'].flatMap((word) => [
    ...(part.startsWith(word) ? [part.slice(word.length)] : []),
    ...(part.endsWith(word) ? [part.slice(0, -word.length)] : []),
  ])
}

function labelOf(domain: string): string {
  return domain.split('.')[0] ?? ''
}

/** `uscourts.gov.example.com`, `cand-uscourts.gov.co` and `us-courts.gov` show the label, with or without dots. */
function showsLabel(looks: string, label: string): boolean {
  if (includesWord(looks.replace(/[.-]/g, ''), label)) return true
  const parts = looks.split(/[.-]/)
  if (parts.some((part) => isOneSlipAway(part, label))) return true
  // `us-court.com`
  return parts.some((part, index) => `${part}${parts[index + 1] ?? ''}s` === label)
}

/** Whether the text has the word, with a letter that resembles none, and so may resemble any, in place of some. */
function includesWord(text: string, word: string): boolean {
  const letters = [...text]
  const most = word.length / 2
  return letters.some((_, start) => {
    const window = letters.slice(start, start + word.length)
    const others = window.filter((letter, index) => letter !== word[index])
    return window.length === word.length && others.length < most && others.every((letter) => letter > '~')
  })
}

/**
 * Names of at least this length also count with one slip. Shorter ones resemble honest names too (`nvcourts`), so for
 * them only the exact name counts, with or without hyphens.
 */
const slippery = 10

function showsName(looks: string, genuine: string): boolean {
  // Only governments get names under `.gov`, and each state has its own courts there.
  if (looks.endsWith('.gov')) return looks !== genuine && skeleton(genuine) === looks
  const label = skeleton(genuine === 'courts.state.ny.us' ? genuine.replaceAll('.', '') : labelOf(genuine))
  const parts = looks.split(/[.-]/)
  const joined = parts.map((part, index) => part + (parts[index + 1] ?? ''))
  if (
    [...parts, ...joined].includes(label) ||
    looks.replace(/[.-]/g, '').includes(skeleton(genuine).replace(/[.-]/g, ''))
  )
    return true
  return label.length >= slippery && parts.some((part) => isOneSlipAway(part, label) || includesWord(part, label))
}

/** The text as a hasty reader sees it: look-alike letters and digits replaced, accents removed. */
function skeleton(domain: string): string {
  return asRead(domainToUnicode(domain) || domain)
}

function asRead(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .toLowerCase()
  return [...plain].map((letter) => lookAlikes.get(letter) ?? letter).join('')
}

/** Cyrillic, Greek and Armenian letters and digits that resemble Latin letters in the courts' domains. */
const lookAlikes = new Map(
  Object.entries({
    ...{ u: 'υսμ', s: 'ѕ5ʂ$', c: 'сϲ', o: 'оοօ0', r: 'гꭇ', t: 'тτ7', f: 'ғϝ', e: 'еε3', d: 'ԁ' },
    ...{ a: 'аα', i: 'іι', l: 'ӏ1', n: 'ո', x: 'хχ', y: 'уγ', p: 'рρ', h: 'һ', m: 'м', v: 'ѵν' },
  }).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
)

/** One letter missing, added or wrong, or two swapped. */
function isOneSlipAway(text: string, word: string): boolean {
  if (text === word) return true
  if (Math.abs(text.length - word.length) > 1) return false
  let start = 0
  while (start < word.length && text[start] === word[start]) start++
  const [rest, wanted] = [text.slice(start), word.slice(start)]
  if (rest.slice(1) === wanted.slice(1) || rest === wanted.slice(1) || rest.slice(1) === wanted) return true
  return rest.slice(2) === wanted.slice(2) && rest[0] === wanted[1] && rest[1] === wanted[0]
}

/**
 * State courts call themselves courts too, and only governments get names under `.gov`, which has none in other scripts.
 */
export function isGovernment(domain: string): boolean {
  return domain.endsWith('.gov') && !/(?:^|\.)xn--|[^\x20-\x7e]/.test(domain)
}

function claimsToBeCourt(name: string): boolean {
  const shown = asRead(name.slice(0, 1_000)).replace(/\s+/g, ' ')
  const named = /@([\w.-]+)/.exec(shown)?.[1]
  if (named !== undefined && isJudiciaryDomain(named)) return true
  return /\b(?:uscourts|cm\/?ecf|ecf[ -]?notif\w*|pacer|u\.? ?s\.? (?:district|bankruptcy) court|united states (?:district|bankruptcy) court|court of appeals|(?:supreme|superior) court of|nyscef|courts? e-?filing portal)\b/i.test(
    shown,
  )
}
