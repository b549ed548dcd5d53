import type { CourtHint, Found } from '@courtcrier/contract/notice.ts'
import { findCourt } from '../directory/directory.ts'
import { stateOfLoneCounty } from '../directory/lone-county.ts'
import { readStateCourt } from '../directory/state-court-name.ts'
import { courtOfLinks, statesOfSites } from '../directory/state-names.ts'
import type { Body } from '../text/body.ts'

export interface EfilingCourt {
  courtId?: Found<string>
  /** What is known about the court if it isn't identified. */
  courtHint?: CourtHint
}

/**
 * Reads the court of an e-filing service's notice: by its words, within the state given by link, sender or service,
 * otherwise by the court whose site the body links to, or the only one that numbers its cases this way. If words and
 * link mean different courts, no court is returned.
 */
export function readEfilingCourt(
  body: Body,
  words: Found<string> | undefined,
  { state: given, number }: { state: string | undefined; number?: Found<string> | undefined },
): EfilingCourt {
  const state = given ?? stateOfWords(body, words)
  const byWords = readStateCourt(words, state)
  const byLinks = courtOfLinks(body)
  const isContradicted = byWords !== undefined && byLinks !== undefined && byWords.value !== byLinks.value
  const courtId = byWords ?? (words ? undefined : byLinks) ?? (byLinks ? undefined : courtOf(number, state))
  if (courtId && !isContradicted) return { courtId }
  return { courtHint: { ...(state && { state }), ...(words && { words: words.value }) } }
}

/** The state that has the named county, unless links lead to several states' sites. */
function stateOfWords(body: Body, words: Found<string> | undefined): string | undefined {
  return words && statesOfSites(body).size === 0 ? stateOfLoneCounty(words.value) : undefined
}

/** Numbers that only one court writes. Every quantifier is bounded. */
const ownNumbers: readonly { court: string; pattern: RegExp }[] = [
  // Superior Court of the District of Columbia: 2024-CAB-001234, 2025-CF1-000123 (its case search,
  // portal-dc.tylertech.cloud, and the orders it publishes).
  {
    court: 'supctdc',
    pattern: /^(?:19|20)\d\d[- ](?:CA|CC|CF|CM|CO|CT|DR|FD|FM|JD|JU|LT|PR|SC|AD|IN)[A-Z\d][- ]\d{6}$/i,
  },
]

function courtOf(number: Found<string> | undefined, state: string | undefined): Found<string> | undefined {
  const id = number && ownNumbers.find(({ pattern }) => pattern.test(number.value))?.court
  const court = id && findCourt(id)
  if (!court || (state !== undefined && court.state !== state)) return undefined
  return { ...number, value: court.id }
}
