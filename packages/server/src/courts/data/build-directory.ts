/**
 * Writes the court directory from the two public lists it is made of:
 *   node build-directory.ts <pacer-courts.json> <courts.json>
 * The first names the CM/ECF sites, the second (courts-db) every court's name and citation.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Court, StateCourtRow } from '../court.ts'
import { defaultZone, zoneOfCourt, zoneOfState } from './time-zones.ts'

interface PacerGroup {
  courts: readonly { court: string; court_link: string }[]
}

interface ListedCourt {
  id: string
  name: string
  citation_string?: string
  location?: string
  level?: string | null
  type?: string | null
  system: string
  dates?: readonly { end: string | null }[]
}

/** PACER's ids that courts-db spells differently. */
const listedIds: Readonly<Record<string, string>> = { azb: 'arb', cofc: 'uscfc', neb: 'nebraskab' }
/** CM/ECF courts that PACER's list lacks. */
const unlistedIds = ['ca2', 'ca10', 'ca11', 'cofc']
/** Circuits on ACMS, which sends notices and serves documents under names of its own. */
/** Courts whose notices come from another domain than their id; seen in real notices. */
const otherSenders: Readonly<Record<string, readonly string[]>> = { txsd: ['txs.uscourts.gov'] }
const acmsIds = ['ca2', 'ca9']

const postalCodes: Readonly<Record<string, string>> = {
  Alabama: 'AL',
  Alaska: 'AK',
  Arizona: 'AZ',
  Arkansas: 'AR',
  California: 'CA',
  Colorado: 'CO',
  Connecticut: 'CT',
  Delaware: 'DE',
  Florida: 'FL',
  Georgia: 'GA',
  Guam: 'GU',
  Hawaii: 'HI',
  Idaho: 'ID',
  Illinois: 'IL',
  Indiana: 'IN',
  Iowa: 'IA',
  Kansas: 'KS',
  Kentucky: 'KY',
  Louisiana: 'LA',
  Maine: 'ME',
  Maryland: 'MD',
  Massachusetts: 'MA',
  Michigan: 'MI',
  Minnesota: 'MN',
  Mississippi: 'MS',
  Missouri: 'MO',
  Montana: 'MT',
  Nebraska: 'NE',
  Nevada: 'NV',
  'New Hampshire': 'NH',
  'New Jersey': 'NJ',
  'New Mexico': 'NM',
  'New York': 'NY',
  'North Carolina': 'NC',
  'North Dakota': 'ND',
  'Northern Mariana Islands': 'MP',
  Ohio: 'OH',
  Oklahoma: 'OK',
  Oregon: 'OR',
  Pennsylvania: 'PA',
  'Puerto Rico': 'PR',
  'Rhode Island': 'RI',
  'South Carolina': 'SC',
  'South Dakota': 'SD',
  Tennessee: 'TN',
  Texas: 'TX',
  Utah: 'UT',
  Vermont: 'VT',
  'Virgin Islands': 'VI',
  Virginia: 'VA',
  Washington: 'WA',
  'Washington D.C.': 'DC',
  'West Virginia': 'WV',
  Wisconsin: 'WI',
  Wyoming: 'WY',
}

const districtNames: Readonly<Record<string, string>> = {
  N: 'Northern ',
  S: 'Southern ',
  E: 'Eastern ',
  W: 'Western ',
  M: 'Middle ',
  C: 'Central ',
}

const [pacerPath, listPath] = process.argv.slice(2)
if (!pacerPath || !listPath) throw new Error('Usage: node build-directory.ts <pacer-courts.json> <courts.json>')
const pacer: Record<string, PacerGroup> = JSON.parse(readFileSync(pacerPath, 'utf8'))
const list: ListedCourt[] = JSON.parse(readFileSync(listPath, 'utf8'))
const listed = new Map(list.map((court) => [court.id, court]))

write('federal-courts.json', federalIds().map(federalCourt))
write('state-courts.json', list.filter(isLivingStateCourt).map(stateCourt))

function federalIds(): string[] {
  const links = Object.values(pacer).flatMap((group) => group.courts.map((court) => court.court_link))
  const ids = links.flatMap((link) => /^https?:\/\/ecf\.([a-z0-9]+)\.uscourts\.gov/.exec(link)?.[1] ?? [])
  return [...new Set([...ids, ...unlistedIds])].sort()
}

function federalCourt(id: string): Court {
  const source = listed.get(listedIds[id] ?? id)
  if (!source) throw new Error(`No court ${id} in the list of courts`)
  const state = source.location ?? ''
  const type = typeOf(id)
  const citation = (source.citation_string ?? '').trim()
  return {
    id,
    name: nameOf({ id, type, citation, state, listedName: source.name.trim() }),
    citation,
    code: codeOf({ id, type, citation, state }),
    system: 'federal',
    level: type === 'APPEALS' ? 'appellate' : 'trial',
    type,
    state,
    timeZone: zoneOfCourt[id] ?? zoneOfState[state] ?? defaultZone,
    hosts: hostsOf(id),
    senderDomains: [
      `${id}.uscourts.gov`,
      ...(otherSenders[id] ?? []),
      ...(acmsIds.includes(id) ? [`${id}.fedcourts.us`] : []),
    ],
  }
}

function typeOf(id: string): Court['type'] {
  if (/^ca(?:\d+|dc|fc)$/.test(id)) return 'APPEALS'
  if (['jpml', 'cit', 'cofc'].includes(id)) return 'NONE'
  return id.endsWith('b') ? 'BANKRUPTCY' : 'DISTRICT'
}

/** Only circuits that have moved to ACMS: a name below azurewebsites.us that no court holds can be taken by anyone. */
function hostsOf(id: string): string[] {
  const own = [`ecf.${id}.uscourts.gov`]
  return acmsIds.includes(id) ? [...own, `${id}-showdoc.azurewebsites.us`] : own
}

interface Naming {
  id: string
  type: Court['type']
  citation: string
  state: string
}

function nameOf({ type, citation, state, listedName }: Naming & { listedName: string }): string {
  if (type === 'APPEALS')
    return `United States ${listedName.replace('the D.C. Circuit', 'the District of Columbia Circuit')}`
  if (type === 'NONE') return listedName
  const part = districtNames[/^(?:Bankr\. )?([NSEWMC])\.D\./.exec(citation)?.[1] ?? ''] ?? ''
  const place = state === 'Washington D.C.' ? 'Columbia' : state.replace(/^(Virgin|Northern Mariana) /, 'the $1 ')
  const court = type === 'BANKRUPTCY' ? 'United States Bankruptcy Court' : 'United States District Court'
  return `${court} for the ${part}District of ${place}`
}

/** `NDCA` for N.D. Cal., `DNJ` for D.N.J., `NDCA-BK` for its bankruptcy court, `CA9` for a court of appeals. */
function codeOf({ id, type, citation, state }: Naming): string {
  if (type === 'APPEALS' || type === 'NONE') return id.toUpperCase()
  const part = /^(?:Bankr\. )?([NSEWMC])\.D\./.exec(citation)?.[1] ?? ''
  const code = `${part}D${postalCodes[state] ?? ''}`
  return type === 'BANKRUPTCY' ? `${code}-BK` : code
}

function isLivingStateCourt(court: ListedCourt): boolean {
  const dates = court.dates ?? []
  if (court.system !== 'state') return false
  return dates.length === 0 || dates.some((date) => date.end === null)
}

function stateCourt(court: ListedCourt): StateCourtRow {
  const isAppellate = ['colr', 'iac'].includes(court.level ?? '') || court.type === 'appellate'
  // The list's id of Nebraska's Supreme Court is PACER's of Nebraska's bankruptcy court.
  const id = court.id === 'neb' ? 'neb-supreme' : court.id
  return [
    id,
    court.name.trim(),
    (court.citation_string ?? '').trim(),
    isAppellate ? 'appellate' : 'trial',
    court.location ?? '',
  ]
}

/** One court a line, so that a change of one court is a change of one line. */
function write(file: string, courts: readonly (Court | StateCourtRow)[]): void {
  const lines = courts.map((court) => `  ${JSON.stringify(court)}`)
  writeFileSync(new URL(file, import.meta.url), `[\n${lines.join(',\n')}\n]\n`)
}
