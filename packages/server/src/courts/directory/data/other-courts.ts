import type { Court, CourtSystem, EfilingSystem, OtherCourtRow } from '../court.ts'
import { directoryId, type EfilingEntry, endOf, type ListedCourt, type Sources, stateOf } from './listed-court.ts'

/** Every court outside the federal system, including historical ones. */
export function otherCourts({ list, efiling }: Sources): OtherCourtRow[] {
  return list.filter((court) => court.system !== 'federal').map((court) => otherCourt(court, efiling))
}

/** Corrections of names that the list misspells. */
const properNames: Readonly<Record<string, string>> = { washsuperct: 'Washington Superior Court' }

function otherCourt(court: ListedCourt, efiling: readonly EfilingEntry[]): OtherCourtRow {
  const { name, citation } = namesOf(court)
  return [
    directoryId(court.id),
    name,
    citation,
    systemOf(court.system),
    levelOf(court),
    stateOf(court),
    efilingOf(court, efiling),
    endOf(court) ?? '',
    court.parent ? directoryId(court.parent) : '',
  ]
}

function namesOf(court: ListedCourt): { name: string; citation: string } {
  const name = properNames[court.id] ?? court.name.replace(/\s+/g, ' ').trim()
  if (court.parent === 'nysupct') return ofCountyInNewYork(name)
  return { name, citation: (court.citation_string ?? '').trim() }
}

/**
 * The list names New York's supreme courts in five ways ("New York Supreme Court New York", "Supreme Court, Queens
 * County", "… Ulster Special Term") and cites some by made-up abbreviations ("NYC Cty.", "Wchstr. Cty.").
 */
function ofCountyInNewYork(listed: string): { name: string; citation: string } {
  const county = listed.replace(/^(?:New York )?Supreme Court,? /, '').replace(/ (?:County|Special Term)$/, '')
  return { name: `New York Supreme Court, ${county} County`, citation: `N.Y. Sup. Ct., ${county} Cty.` }
}

function systemOf(listed: string): CourtSystem {
  return listed === 'state' || listed === 'tribal' || listed === 'international' ? listed : 'other'
}

function levelOf({ level, type }: ListedCourt): Court['level'] {
  return ['colr', 'iac'].includes(level ?? '') || type === 'appellate' ? 'appellate' : 'trial'
}

/** The court's own system, otherwise the one that its state uses for its courts. */
function efilingOf(court: ListedCourt, efiling: readonly EfilingEntry[]): EfilingSystem {
  if (court.system !== 'state' || endOf(court)) return 'NONE'
  const known = efiling.filter((entry) => entry.isVerified)
  const own = known.find((entry) => entry.courts.includes(court.id))
  const ofState = known.find((entry) => entry.courts.length === 0 && entry.states.includes(stateOf(court)))
  return (own ?? ofState)?.system ?? 'NONE'
}
