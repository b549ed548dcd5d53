/** Hebrew, Arabic and the scripts next to them in Unicode, with their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Returns a text as it stands within a sentence: marked as one of its own if it is written from right to left, so that
 * its parentheses, and what follows it, stay on their side. `<bdi>` does the same for an element.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}
