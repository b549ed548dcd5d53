import { formatList } from '../ui/format-list.ts'
import { inLanguage } from './words.ts'

/**
 * Translates the sentences the server composes. The server sends them in English, with values in them; a language has a
 * translation for each of the server's patterns (`{0} was chosen by {1}.`), which scripts/translations.ts checks.
 */

type Patterns = Readonly<Record<string, string>>

interface Pattern {
  expression: RegExp
  /** A text that is in every sentence of the pattern, so that most patterns needn't be tried. */
  literal: string
  translation: string
}

/** Returns what translates the server's sentences by these patterns; a sentence without a pattern stays English. */
export function sentenceTranslator(patterns: Patterns): (text: string) => string {
  const known = Object.entries(patterns)
    .map(([english, translation]) => patternOf(english, translation))
    // The one with the most words of its own fits best.
    .sort((one, other) => other.words - one.words)
  const found = new Map<string, string>()
  const translateAll = (text: string): string => {
    const before = found.get(text)
    if (before !== undefined) return before
    const translation = paragraph(text, (part) => one(part))
    if (found.size > 2000) found.clear()
    found.set(text, translation)
    return translation
  }
  const one = (text: string) =>
    byPattern(text, known, translateAll) ?? inParts(text, (part) => byPattern(part, known, translateAll))
  return translateAll
}

function patternOf(english: string, translation: string): Pattern & { words: number } {
  const literals = english.split(/\{\d\}/)
  const source = literals.map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('(.+?)')
  return {
    expression: new RegExp(`^${source}$`, 's'),
    literal: literals.toSorted((one, other) => other.length - one.length)[0] ?? '',
    translation,
    words: literals.join('').length,
  }
}

/** A value in a sentence may be a sentence, a part of one, or a label, with a translation of its own. */
function byPattern(text: string, known: readonly Pattern[], translate: (value: string) => string): string | undefined {
  for (const { expression, literal, translation } of known) {
    if (!text.includes(literal)) continue
    const match = expression.exec(text)
    if (!match) continue
    return translation.replace(/\{(\d)\}(\.?)/g, (_, hole, end) => {
      const value = heldValue(match[Number(hole) + 1] ?? '', translate)
      // A name that ends with a period ends its sentence too.
      return value.endsWith('.') ? value : value + end
    })
  }
  return undefined
}

function heldValue(value: string, translate: (value: string) => string): string {
  const label = inLanguage(value)
  return label === value ? translate(value) : label
}

/**
 * Translates sentences one after another. Where one ends can't be seen from its text, since names have periods ("Doe v.
 * Acme Inc."), so the shortest beginning that is a known sentence is one.
 */
function paragraph(text: string, translate: (sentence: string) => string | undefined): string {
  const ends = [...text.matchAll(/[.?]["”)]?(?= )/g)].map(({ index, 0: { length } }) => index + length)
  for (const end of [...ends, text.length]) {
    const sentence = translate(text.slice(0, end))
    if (sentence !== undefined)
      return end === text.length ? sentence : `${sentence} ${paragraph(text.slice(end + 1), translate)}`
  }
  const [end] = ends
  return end === undefined ? text : `${text.slice(0, end)} ${paragraph(text.slice(end + 1), translate)}`
}

/**
 * Translates parts that the server joined: "All copies were saved; 2 people are notified in the daily message.", "the
 * docket numbers differ and the courts differ".
 */
function inParts(text: string, translate: (part: string) => string | undefined): string | undefined {
  const whole = text.endsWith('.') ? text.slice(0, -1) : text
  const end = text.slice(whole.length)
  const clauses = every(whole.split('; '), translate)
  if (clauses) return clauses.join('; ') + end
  const parts = every(whole.split(' and '), translate)
  return parts && formatList(parts) + end
}

function every(parts: readonly string[], translate: (part: string) => string | undefined): string[] | undefined {
  const found = parts.flatMap((part) => translate(part) ?? [])
  return found.length === parts.length ? found : undefined
}
