import { property } from './patch.ts'
import { ScimError } from './scim-error.ts'

const longest = 320

/** Returns one line of text, null for none. Throws a `ScimError` (invalidValue). */
export function textOf(given: unknown, name: string): string | null {
  const value = unwrapped(given)
  if (value === null || value === undefined) return null
  if (typeof value !== 'string') throw wrongValue(`${name} must be a text.`)
  const text = value.trim()
  if (text.length > longest) throw wrongValue(`${name} may have at most ${longest} characters.`)
  if (/\p{Cc}/u.test(text) || !text.isWellFormed()) throw wrongValue(`${name} must be one line of plain text.`)
  return text === '' ? null : text
}

/** Returns a boolean, also if it is sent as a word: Entra sends "False". Undefined for none. */
export function booleanOf(given: unknown, name: string): boolean | undefined {
  const value = unwrapped(given)
  if (value === null || value === undefined) return undefined
  const word = typeof value === 'string' || typeof value === 'boolean' ? String(value).trim().toLowerCase() : ''
  if (word !== 'true' && word !== 'false') throw wrongValue(`${name} must be true or false.`)
  return word === 'true'
}

export function wrongValue(sentence: string): ScimError {
  return new ScimError(400, 'invalidValue', sentence)
}

/** Some clients send a single value as a list of one: `[{ "value": "False" }]`. */
function unwrapped(value: unknown): unknown {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value
  return property(one, 'value') ?? one
}
