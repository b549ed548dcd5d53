/** A quoted "Subject:" line, in the languages that mail programs write it in. */
export const subjectLine = /^[>|*\s]{0,12}(?:Subject|Betreff|Objet|Asunto)\s?:[*\s]{0,3}/i

const firstLine = /^[>|*\s]{0,12}(?:From|Von|De)\s?:/i

/** Whether a forward's header block starts at this line: a "From:" with a "Subject:" among the next lines. */
export function opensHeaderBlock(texts: readonly string[], place: number): boolean {
  return firstLine.test(texts[place] ?? '') && texts.slice(place + 1, place + 12).some((text) => subjectLine.test(text))
}
