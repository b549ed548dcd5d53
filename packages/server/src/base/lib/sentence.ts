/** The text with a full stop at its end; one that has it already ("N.D. Cal.", "Acme, Inc.") gets no second. */
export function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}
