import { readFileSync } from 'node:fs'
import { countyCourts } from './county-courts.ts'
import { type Court, citedCourt, type OtherCourtRow } from './court.ts'
import efilingEntries from './data/efiling-systems.json' with { type: 'json' }
import federalCourts from './data/federal-courts.json' with { type: 'json' }
import type { EfilingEntry } from './data/listed-court.ts'
import { defaultZone, zoneOfState } from './data/time-zones.ts'
import type { NumberingCourt } from './docket-number.ts'

/** Returns the court with an id (`cand`) in any system, including historical courts; undefined if there is none. */
export function findCourt(id: string): Court | undefined {
  const key = id.toLowerCase()
  return federalById.get(key) ?? otherCourtsById().get(key)
}

/** The court whose numbering applies. Numbers of courts missing from the directory are compared as a whole. */
export function numberingCourt(id: string): NumberingCourt {
  return findCourt(id) ?? { id, system: 'other', type: 'NONE', state: '', efiling: 'NONE' }
}

/** The court that serves documents at exactly this host; undefined if several courts share the host. */
export function findCourtByHost(host: string): Court | undefined {
  return byHost.get(host.toLowerCase())
}

/**
 * Whether a host belongs to a court or a courts' e-filing system, so that Courtcrier may open links to it. Only exact
 * and verified hosts count: a wildcard would trust strangers.
 */
export function isCourtHost(host: string): boolean {
  const name = host.toLowerCase()
  return byHost.has(name) || efilingByHost.has(name)
}

/** The court that sends notices from this domain (`cand.uscourts.gov`). */
export function findCourtBySenderDomain(domain: string): Court | undefined {
  return bySenderDomain.get(domain.toLowerCase())
}

/** The e-filing system of several courts that serves documents at exactly this host. */
export function findEfilingByHost(host: string): EfilingEntry | undefined {
  return efilingByHost.get(host.toLowerCase())
}

/** The e-filing system for several courts that sends notices from this domain. */
export function findEfilingBySenderDomain(domain: string): EfilingEntry | undefined {
  return efilingBySender.get(domain.toLowerCase())
}

/** The e-filing system with this host, verified or not: enough to recognize a link, never enough to open it. */
export function findEfilingSite(host: string): EfilingEntry | undefined {
  const name = host.toLowerCase()
  return (efilingEntries as readonly EfilingEntry[]).find(({ hosts }) => hosts.includes(name))
}

/**
 * A court and the courts it is part of, nearest first: `illcirctcook`, `illcirct`. A firm may record its cases under
 * the entry for all of a state's courts. Federal courts have no wider entry: what the list calls their parent isn't a
 * court.
 */
export function courtAndWider(id: string): readonly string[] {
  const court = findCourt(id)
  const wider = court?.system === 'state' && court.parent !== undefined ? courtAndWider(court.parent) : []
  return [id, ...wider]
}

/** Every court on CM/ECF, sorted by id. */
export function federalCourtList(): readonly Court[] {
  return onCmecf
}

/** Every court, federal first. */
export function allCourts(): readonly Court[] {
  return [...federal, ...otherCourtsById().values()]
}

const federal = (federalCourts as readonly Court[]).map(citedCourt)
const onCmecf = federal.filter(({ efiling }) => efiling === 'CM/ECF' || efiling === 'ACMS')
const federalById = new Map(federal.map((court) => [court.id, court]))
const byHost = new Map(federal.flatMap((court) => court.hosts.map((host) => [host, court] as const)))
const bySenderDomain = new Map(
  federal.flatMap((court) => court.senderDomains.map((domain) => [domain, court] as const)),
)
/** Unverified entries stay in the file so that they can be verified, and are never trusted. */
const shared = (efilingEntries as readonly EfilingEntry[]).filter(
  ({ isVerified, hosts }) => isVerified && !hosts.some((host) => byHost.has(host)),
)
const efilingByHost = new Map(shared.flatMap((entry) => entry.hosts.map((host) => [host, entry] as const)))
const efilingBySender = new Map(
  shared.flatMap((entry) => entry.senderDomains.map((domain) => [domain, entry] as const)),
)

let otherCourts: Map<string, Court> | undefined

/** Read on first use: more than 3,000 courts that a firm with a federal practice never looks up. */
function otherCourtsById(): Map<string, Court> {
  if (otherCourts) return otherCourts
  const rows: OtherCourtRow[] = JSON.parse(readFileSync(new URL('./data/other-courts.json', import.meta.url), 'utf8'))
  const found = new Map(rows.map((row) => [row[0].toLowerCase(), otherCourt(row)]))
  for (const court of countyCourts((id) => found.get(id))) found.set(court.id, citedCourt(court))
  otherCourts = found
  return found
}

function otherCourt([id, name, citation, system, level, state, efiling, ended, parent]: OtherCourtRow): Court {
  return citedCourt<Court>({
    id,
    name,
    citation,
    code: '',
    system,
    level,
    type: 'NONE',
    state,
    timeZone: zoneOfState[state] ?? defaultZone,
    hosts: [],
    senderDomains: [],
    efiling,
    ...(ended && { ended }),
    ...(parent && { parent }),
  })
}
