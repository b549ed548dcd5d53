import type { Found } from '@courtcrier/contract/notice.ts'
import type { Body } from '../text/body.ts'
import { findOpaqueLink, unwrapLink } from '../text/link.ts'
import { findNoticeStart } from '../text/notice-start.ts'
import { findStateCounties } from './county-courts.ts'
import { postalCodes } from './data/postal-codes.ts'
import { findEfilingSite } from './directory.ts'

/** The states in the directory's spelling, by their names without spaces, as in e-filing hosts. */
const states =
  'Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii,Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan,Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico,New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island,South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia,Wisconsin,Wyoming'.split(
    ',',
  )
const capital = 'Washington D.C.'

/** What states' e-filing sites call themselves, without spaces: `eFileTexas`, `eFileIL`, `eFileGA`. */
const siteNames = new Map<string, string>(
  Object.entries({
    dc: capital,
    districtofcolumbia: capital,
    ca: 'California',
    ga: 'Georgia',
    il: 'Illinois',
    in: 'Indiana',
    ma: 'Massachusetts',
    md: 'Maryland',
    me: 'Maine',
    nh: 'New Hampshire',
    nm: 'New Mexico',
    nv: 'Nevada',
    ri: 'Rhode Island',
    tx: 'Texas',
    ...Object.fromEntries(states.map((state) => [state.toLowerCase().replaceAll(' ', ''), state])),
  }),
)

/** The state named by the host of a statewide e-filing site: `illinois.tylertech.cloud`, `efilega.tylerhost.net`. */
export function stateOfHost(host: string): string | undefined {
  const first = host.toLowerCase().split('.')[0] ?? ''
  return siteNames.get(first.replace(/^(?:odyssey)?efile/, ''))
}

/**
 * The state whose e-filing sites the body links to, verified or not: enough to interpret a court's name, never to open
 * the link. Undefined if there are none or several.
 */
export function stateOfSites(body: Body): string | undefined {
  return onlyOne(statesOfSites(body))
}

/** All states whose e-filing sites the body links to. */
export function statesOfSites(body: Body): ReadonlySet<string> {
  const found = new Set<string>()
  for (const link of ownLinks(body))
    for (const host of [hostOf(link.href), shownHost(body, link)]) {
      const state = stateServedBy(host)
      if (state) found.add(state)
    }
  return found
}

function stateServedBy(host: string): string | undefined {
  const served = findEfilingSite(host)?.states
  const isTyler = /\.(?:tylertech\.cloud|tylerhost\.net)$/.test(host)
  return (isTyler ? stateOfHost(host) : undefined) ?? (served?.length === 1 ? served[0] : undefined)
}

/**
 * The court whose own site the body links to. California's superior courts use subdomains of the state's domain named
 * after their counties (`www.sonoma.courts.ca.gov`). Undefined if there are none or several.
 */
export function courtOfLinks(body: Body): Found<string> | undefined {
  const found = new Map<string, Found<string>>()
  for (const { href, start, end } of ownLinks(body)) {
    const name = /^(?:www\.)?([a-z]{2,30})\.courts\.ca\.gov$/.exec(hostOf(href))?.[1]
    const counties = findStateCounties('California')
    const county = name && counties?.byKey.get(name)
    const id = county && counties?.findCourtId('superior', county)
    if (id) found.set(id, { value: id, from: 'body', span: [start, end] })
  }
  return found.size === 1 ? [...found.values()][0] : undefined
}

/** The state whose e-filing site a text names ("eFileTexas", "eFileIL"); undefined if it names none or several. */
export function stateOfSiteName(text: string): string | undefined {
  const found = new Set<string>()
  for (const [, name = ''] of text.slice(0, longestText).matchAll(/\befile(?:\s?(?=[A-Z]))?([A-Za-z]{2,20})\b/gi)) {
    const state = siteNames.get(name.toLowerCase())
    if (state) found.add(state)
  }
  return onlyOne(found)
}

/** The state contained in a court's name; undefined if it names none or several. */
export function stateOfCourtName(words: string): string | undefined {
  return onlyOne(statesOfCourtName(words))
}

/** The states contained in a court's name. Counties don't count, because some are named like states. */
export function statesOfCourtName(words: string): ReadonlySet<string> {
  const plain = words
    .slice(0, 400)
    .replace(/\bCounty of \S+(?: \S+)?/gi, ' ')
    .replace(/[^\s,]+(?: [^\s,]+)? County\b/gi, ' ')
  if (/\bDistrict of Columbia\b|\bD\.?C\.? Superior\b/i.test(plain)) return new Set([capital])
  // The name of West Virginia contains another state's.
  const named = states.filter((state) => new RegExp(`(?<!\\bwest )\\b${state}\\b`, 'i').test(plain))
  // "Will County, IL" and "Will County, IL 60432".
  const code = /, ?([A-Z]{2})(?: \d{5})?\s{0,9}$/.exec(words.slice(0, 400))?.[1]
  const coded = code === undefined ? [] : [...states, capital].filter((state) => postalCodes[state] === code)
  return new Set([...named, ...coded])
}

/** The links of the notice itself, not those in the notes of people who forwarded it. */
function ownLinks(body: Body): Body['links'] {
  const { own, headings } = findNoticeStart(body)
  const top = own ?? headings.at(-1) ?? 0
  return body.links.filter(({ start }) => start >= top).slice(0, mostLinks)
}

/** The host behind a link or, if a mail gateway keeps the address to itself, the one that it names. */
function hostOf(href: string): string {
  return findOpaqueLink(href)?.host ?? hostIn(unwrapLink(href)) ?? ''
}

/** The host in the address that a link shows as its words, whose own may belong to one who counts clicks. */
function shownHost({ text }: Body, { start, end }: Body['links'][number]): string {
  return hostIn(text.slice(start, Math.min(end, start + longestHost)).trim()) ?? ''
}

const longestHost = 300

function hostIn(address: string): string | undefined {
  return /^https?:\/\/([\w.-]{1,255})/i.exec(address)?.[1]?.toLowerCase()
}

const mostLinks = 50
const longestText = 20_000

function onlyOne(found: ReadonlySet<string>): string | undefined {
  return found.size === 1 ? [...found][0] : undefined
}
