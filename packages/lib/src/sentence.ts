/** Adds a period to the text unless it already ends with one ("N.D. Cal.", "Acme, Inc."). */
export function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
