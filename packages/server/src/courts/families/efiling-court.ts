import type { CourtHint, Found } from '@courtcrier/contract/notice.ts'
import { readStateCourt } from '../directory/state-court-name.ts'
import { courtOfLinks } from '../directory/state-names.ts'
import type { Body } from '../text/body.ts'

export interface EfilingCourt {
  courtId?: Found<string>
  /** What is known about the court if it isn't identified. */
  courtHint?: CourtHint
}

/**
 * Reads the court of an e-filing service's notice: by its words, within the state given by link, sender or service,
 * otherwise by the court whose site the body links to. If words and link mean different courts, no court is returned.
 */
export function readEfilingCourt(
  body: Body,
  words: Found<string> | undefined,
  state: string | undefined,
): EfilingCourt {
  const byWords = readStateCourt(words, state)
  const byLinks = courtOfLinks(body)
  const isContradicted = byWords !== undefined && byLinks !== undefined && byWords.value !== byLinks.value
  const courtId = byWords ?? (words ? undefined : byLinks)
  if (courtId && !isContradicted) return { courtId }
  return { courtHint: { ...(state && { state }), ...(words && { words: words.value }) } }
}
