import type { Court, CourtSystem, EfilingSystem, OtherCourtRow } from '../court.ts'
import { directoryId, type EfilingEntry, endOf, type ListedCourt, type Sources, stateOf } from './listed-court.ts'

/** Every court outside the federal system, including historical ones. */
export function otherCourts({ list, efiling }: Sources): OtherCourtRow[] {
  return list.filter((court) => court.system !== 'federal').map((court) => otherCourt(court, efiling))
}

/** Corrections of names that the list misspells. */
const properNames: Readonly<Record<string, string>> = { washsuperct: 'Washington Superior Court' }

function otherCourt(court: ListedCourt, efiling: readonly EfilingEntry[]): OtherCourtRow {
  return [
    directoryId(court.id),
    properNames[court.id] ?? court.name.replace(/\s+/g, ' ').trim(),
    (court.citation_string ?? '').trim(),
    systemOf(court.system),
    levelOf(court),
    stateOf(court),
    efilingOf(court, efiling),
    endOf(court) ?? '',
    court.parent ? directoryId(court.parent) : '',
  ]
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
