/**
 * Where a line ended at a hyphen inside a word. Only a reader knows whether the hyphen belongs to the word, so it is kept
 * with a mark that isn't shown.
 */
export const lineEndHyphen = '-\u00ad'

/** Joins the halves of words at the ends of lines. Hyphens that a word has only there are left out. */
export function joinBrokenWords(text: string): string {
  return text.replace(/\u00ad\s{0,3}/g, '').replace(/(?<=\p{L})[-\u2010] {0,2}\n\s{0,3}(?=\p{L})/gu, lineEndHyphen)
}

/** The text as if every such hyphen only broke a word. */
export function withoutLineEndHyphens(text: string): string {
  return text.replaceAll(lineEndHyphen, '')
}
