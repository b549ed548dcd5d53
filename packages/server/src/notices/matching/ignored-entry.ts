import type { NumberingCourt } from '../../courts/directory/docket-number.ts'
import { isDocketNumber, matchDocketNumbers } from '../../courts/directory/docket-number.ts'
import { hasSameParties, isTellingName, sharesParty } from './parties.ts'

/** What one of the firm's entries says of the case it ignores. */
export interface IgnoredEntry {
  /** A docket number, or the name of a case. */
  caseNumber: string
  name: string
}

/** A case as a notice has it. */
interface NamedCase {
  number: string
  name: string | undefined
}

/**
 * Returns whether the entry is about the case, and by what. The numbers must be the same, since a merely compatible one
 * might be another case, whose notice would be lost; so must all parties of a name. A name that contradicts the entry's
 * own makes it another case.
 */
export function isEntryOf(
  { caseNumber, name }: IgnoredEntry,
  of: NamedCase,
  court: NumberingCourt | undefined,
): 'number' | 'name' | undefined {
  if (sharesParty(name, of.name) === false) return undefined
  if (!isCaseName(caseNumber, court))
    return matchDocketNumbers(caseNumber, of.number, court) === 'same' ? 'number' : undefined
  return of.name !== undefined && hasSameParties(caseNumber, of.name) ? 'name' : undefined
}

/**
 * Returns whether an entry could ever be about a case: "Sealed v. Sealed" isn't a name that one could be known by. A
 * number in a form that isn't known may still be the court's.
 */
export function isUsableEntry(caseNumber: string, court: NumberingCourt | undefined): boolean {
  return !isCaseName(caseNumber, court) || isTellingName(caseNumber)
}

/** "Doe v. 3M Co." has a digit and is no number. Keep in line with `mayBeName`, which is broader. */
function isCaseName(text: string, court: NumberingCourt | undefined): boolean {
  return !isDocketNumber(text, court) ? !/\d/.test(text) || caption.test(text) : caption.test(text)
}

const caption = /\p{L}[.,]? +(?:v|vs|versus)[.]? +\S|^ *(?:in re|in the matter of|matter of|ex parte|estate of)[: ]/iu
