import i18next from 'i18next'

let sentences: Readonly<Record<string, string>> = {}

/** Sets translations of whole sentences, which the server and the program have in English. */
export function keepSentences(next: Readonly<Record<string, string>>): void {
  sentences = next
}

const asComposed = (sentence: string) => sentence
let composed: (sentence: string) => string = asComposed

/** Sets how sentences that the server composed, with values in them, are translated; not at all without an argument. */
export function keepComposed(next = asComposed): void {
  composed = next
}

/**
 * Returns the text of a key, or the sentence itself if it isn't one: sentences contain colons and dots, which are
 * special in keys.
 */
export function translated(textOrKey: string): string {
  if (i18next.exists(textOrKey)) return i18next.t(textOrKey)
  return Object.hasOwn(sentences, textOrKey) ? (sentences[textOrKey] ?? textOrKey) : composed(textOrKey)
}
