import { readFileSync } from 'node:fs'
import type { Court, StateCourtRow } from './court.ts'
import federalCourts from './data/federal-courts.json' with { type: 'json' }
import { defaultZone, zoneOfState } from './data/time-zones.ts'

/** The court of an id (`cand`), federal or state; undefined when there is none. */
export function findCourt(id: string): Court | undefined {
  const key = id.toLowerCase()
  return federalById.get(key) ?? stateCourtsById().get(key)
}

/** The court that serves documents at exactly this host name. */
export function findCourtByHost(host: string): Court | undefined {
  return byHost.get(host.toLowerCase())
}

/**
 * Whether a host belongs to a court, so that Courtcrier may open links to it. Only exact hosts of the
 * directory count: a wild card under uscourts.gov or azurewebsites.us would trust strangers.
 */
export function isCourtHost(host: string): boolean {
  return byHost.has(host.toLowerCase())
}

/** The court whose notices come from this domain (`cand.uscourts.gov`). */
export function findCourtBySenderDomain(domain: string): Court | undefined {
  return bySenderDomain.get(domain.toLowerCase())
}

/** Every court on CM/ECF, in order of their ids. */
export function federalCourtList(): readonly Court[] {
  return federal
}

/** Every court, federal first. */
export function allCourts(): readonly Court[] {
  return [...federal, ...stateCourtsById().values()]
}

const federal = federalCourts as readonly Court[]
const federalById = new Map(federal.map((court) => [court.id, court]))
const byHost = new Map(federal.flatMap((court) => court.hosts.map((host) => [host, court] as const)))
const bySenderDomain = new Map(
  federal.flatMap((court) => court.senderDomains.map((domain) => [domain, court] as const)),
)

let stateCourts: Map<string, Court> | undefined

/** Read on first use: two thousand courts that a firm of federal practice never asks for. */
function stateCourtsById(): Map<string, Court> {
  if (stateCourts) return stateCourts
  const rows: StateCourtRow[] = JSON.parse(readFileSync(new URL('./data/state-courts.json', import.meta.url), 'utf8'))
  stateCourts = new Map(rows.map((row) => [row[0], stateCourt(row)]))
  return stateCourts
}

function stateCourt([id, name, citation, level, state]: StateCourtRow): Court {
  const timeZone = zoneOfState[state] ?? defaultZone
  return {
    id,
    name,
    citation,
    code: '',
    system: 'state',
    level,
    type: 'NONE',
    state,
    timeZone,
    hosts: [],
    senderDomains: [],
  }
}
