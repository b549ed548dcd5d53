const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Returns a text as it stands within a sentence: marked as one of its own if it is written from right to left, so that
 * its parentheses, and what follows it, stay on their side. `<bdi>` does the same for an element.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}
