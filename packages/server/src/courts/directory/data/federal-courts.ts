import type { Court } from '../court.ts'
import {
  directoryId,
  type EfilingEntry,
  endOf,
  type ListedCourt,
  listedIds,
  type Sources,
  stateOf,
} from './listed-court.ts'
import { postalCodes } from './postal-codes.ts'
import { defaultZone, zoneOfCourt, zoneOfState } from './time-zones.ts'

/**
 * Every federal court: those on CM/ECF as listed by PACER, and the others on the public list, including historical
 * ones.
 */
export function federalCourts({ pacer, list, efiling }: Sources): Court[] {
  const listed = new Map(list.map((court) => [court.id, court]))
  const ids = cmecfIds(pacer)
  const onCmecf = ids.map((id) => cmecfCourt(id, listed.get(listedIds[id] ?? id)))
  const taken = new Set(ids.map((id) => listedIds[id] ?? id))
  const others = list.filter((court) => court.system === 'federal' && !taken.has(court.id))
  return [...onCmecf, ...others.map((court) => otherCourt(court, efiling))].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** CM/ECF courts missing from PACER's list. */
const unlistedIds = ['ca2', 'ca10', 'ca11', 'cofc']
/** Courts that send notices from a domain other than their id; seen in real notices. */
const otherSenders: Readonly<Record<string, readonly string[]>> = { txsd: ['txs.uscourts.gov'] }
/** Circuits on ACMS, which sends notices and serves documents under its own domains. */
const acmsIds = ['ca2', 'ca9']

function cmecfIds(pacer: Sources['pacer']): string[] {
  const links = Object.values(pacer).flatMap((group) => group.courts.map((court) => court.court_link))
  const ids = links.flatMap((link) => /^https?:\/\/ecf\.([a-z0-9]+)\.uscourts\.gov/.exec(link)?.[1] ?? [])
  return [...new Set([...ids, ...unlistedIds])]
}

function cmecfCourt(id: string, source: ListedCourt | undefined): Court {
  if (!source) throw new Error(`No court ${id} in the list of courts`)
  const state = stateOf(source)
  const type = typeOf(id)
  const citation = citationOf(source)
  const isOnAcms = acmsIds.includes(id)
  return {
    id,
    name: nameOf({ type, citation, state, listedName: tidy(source.name) }),
    citation,
    code: codeOf({ id, type, citation, state }),
    system: 'federal',
    level: type === 'APPEALS' ? 'appellate' : 'trial',
    type,
    state,
    timeZone: zoneOfCourt[id] ?? zoneOfState[state] ?? defaultZone,
    // Anyone can take an unused name under azurewebsites.us, so only circuits that have moved to ACMS get one.
    hosts: [`ecf.${id}.uscourts.gov`, ...(isOnAcms ? [`${id}-showdoc.azurewebsites.us`] : [])],
    senderDomains: [`${id}.uscourts.gov`, ...(otherSenders[id] ?? []), ...(isOnAcms ? [`${id}.fedcourts.us`] : [])],
    efiling: isOnAcms ? 'ACMS' : 'CM/ECF',
    ...parentOf(source),
  }
}

function typeOf(id: string): Court['type'] {
  if (/^ca(?:\d+|dc|fc)$/.test(id)) return 'APPEALS'
  if (['jpml', 'cit', 'cofc'].includes(id)) return 'NONE'
  return id.endsWith('b') ? 'BANKRUPTCY' : 'DISTRICT'
}

interface Naming {
  type: Court['type']
  citation: string
  state: string
}

const districtNames: Readonly<Record<string, string>> = {
  N: 'Northern ',
  S: 'Southern ',
  E: 'Eastern ',
  W: 'Western ',
  M: 'Middle ',
  C: 'Central ',
}

function nameOf({ type, citation, state, listedName }: Naming & { listedName: string }): string {
  if (type === 'APPEALS') return appealsName(listedName)
  if (type === 'NONE') return listedName
  const part = districtNames[partOf(citation)] ?? ''
  const place = state === 'Washington D.C.' ? 'Columbia' : state.replace(/^(Virgin|Northern Mariana) /, 'the $1 ')
  const court = type === 'BANKRUPTCY' ? 'United States Bankruptcy Court' : 'United States District Court'
  return `${court} for the ${part}District of ${place}`
}

function appealsName(listedName: string): string {
  const name = listedName.replace('the D.C. Circuit', 'the District of Columbia Circuit')
  return name.startsWith('United States') ? name : `United States ${name}`
}

/** `NDCA` for N.D. Cal., `DNJ` for D.N.J., `NDCA-BK` for its bankruptcy court, `CA9` for a court of appeals. */
function codeOf({ id, type, citation, state }: Naming & { id: string }): string {
  if (type === 'APPEALS' || type === 'NONE') return id.toUpperCase()
  const code = `${partOf(citation)}D${postalCodes[state] ?? ''}`
  return type === 'BANKRUPTCY' ? `${code}-BK` : code
}

function partOf(citation: string): string {
  return /^(?:Bankr\. )?([NSEWMC])\.D\./.exec(citation)?.[1] ?? ''
}

/** Corrections of names that the list misspells. */
const properNames: Readonly<Record<string, string>> = { cavc: 'United States Court of Appeals for Veterans Claims' }
const codes: Readonly<Record<string, string>> = { scotus: 'SCOTUS', tax: 'USTC', cavc: 'CAVC', armfor: 'CAAF' }
/** Trial courts that the list classifies as appellate because they review agencies. */
const trialDespiteList = ['tax', 'bta', 'com', 'cusc']

function otherCourt(source: ListedCourt, efiling: readonly EfilingEntry[]): Court {
  const { id } = source
  const state = stateOf(source)
  const systems = efiling.filter((entry) => entry.isVerified && entry.courts.includes(id))
  const ended = endOf(source)
  return {
    id,
    name: properNames[id] ?? otherName(source),
    citation: citationOf(source),
    code: codes[id] ?? (/^bap\d+$/.test(id) ? id.toUpperCase() : ''),
    system: 'federal',
    level: isAppellate(source) ? 'appellate' : 'trial',
    type: listedType(source),
    state,
    timeZone: zoneOfState[state] ?? defaultZone,
    hosts: systems.flatMap((entry) => entry.hosts),
    senderDomains: systems.flatMap((entry) => entry.senderDomains),
    efiling: systems[0]?.system ?? 'NONE',
    ...(ended && { ended }),
    ...parentOf(source),
  }
}

/** The list names some district courts as law reports do: "District Court, D. Illinois". */
function otherName(source: ListedCourt): string {
  const listedName = tidy(source.name)
  if (!/^District Court, [NSEWMC]?\.?D\./.test(listedName)) return listedName
  return nameOf({ type: 'DISTRICT', citation: citationOf(source), state: stateOf(source), listedName })
}

function isAppellate({ id, level, type }: ListedCourt): boolean {
  if (trialDespiteList.includes(id)) return false
  return type === 'appellate' || (type !== 'trial' && ['colr', 'iac'].includes(level ?? ''))
}

function listedType({ type, name }: ListedCourt): Court['type'] {
  if (type === 'bankruptcy') return 'BANKRUPTCY'
  return type === 'trial' && /District Court.*(?:District of|, [NSEWMC]?\.?D?\.)/.test(name) ? 'DISTRICT' : 'NONE'
}

function parentOf({ parent }: ListedCourt): { parent?: string } {
  return parent ? { parent: directoryId(parent) } : {}
}

/** Corrections of citations that are wrong in the list; Iowa has had no single district since 1882. */
const properCitations: Readonly<Record<string, string>> = {
  flsb: 'Bankr. S.D. Fla.',
  ianb: 'Bankr. N.D. Iowa',
  oknb: 'Bankr. N.D. Okla.',
}

function citationOf({ id, citation_string = '' }: ListedCourt): string {
  const proper = properCitations[id]
  if (proper) return proper
  // The list runs some words together: "Bankr.D. Colo.".
  return tidy(citation_string).replace(/^Bankr\.(?=\S)/, 'Bankr. ')
}

function tidy(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}
