import type { Body } from './body.ts'

/** What a clerk's announcement to all users of a court's site says first. */
export const announces =
  /\bannouncement\s{1,9}e-?mail\s{1,9}message\s{1,9}generated\s{1,9}by\s{1,9}court\s{1,9}action\b/i

/** What an invitation to a hearing or conference says before its address. */
export const invites =
  /\b(?:inviting\s{1,9}you\s{1,9}to\s{1,9}(?:join\s{1,9})?a\s{1,9}scheduled\s{1,9}(?:zoom|webex|teams)|join\s{1,9}zoomgov\s{1,9}meeting)/i

/** The words are near the top, below a header block or a note at most. */
export const untitledOpening = 6_000

/**
 * Returns where the line begins by which a notice without a title is known: what is above it may be someone's note.
 * Undefined for any other message.
 */
export function findUntitledTop({ text, lines }: Body): number | undefined {
  const top = text.slice(0, untitledOpening)
  const places = [announces, invites].map((words) => words.exec(top)?.index ?? Number.POSITIVE_INFINITY)
  const place = Math.min(...places)
  return lines.findLast(({ start }) => start <= place && place < Number.POSITIVE_INFINITY)?.start
}
