import type { CourtHint, Found } from '@courtcrier/contract/notice.ts'
import type { Body } from './body.ts'
import { readStateCourt } from './state-court-name.ts'
import { courtOfLinks } from './state-names.ts'

export interface EfilingCourt {
  courtId?: Found<string>
  /** Where there is no court: what is known of it. */
  courtHint?: CourtHint
}

/**
 * The court of an e-filing service's notice: by its words in the state that link, sender or service tell, else the one
 * whose site the links lead to. Words and a link that mean two courts mean none.
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
