import fc from 'fast-check'
import type { Field, FieldKindName } from '../fields/field.ts'
import { kindOf } from '../fields/registry.ts'
import { longestChoice } from '../fields/select.ts'
import { text } from '../fields/text.ts'
import { validateValue } from '../input.ts'

/** Generates a valid value of the field in its row form, often an awkward one, and empty if allowed. */
export function arbitraryValue(field: Field): fc.Arbitrary<unknown> {
  const filled = arbitraryFilledValue(field)
  const isNeverEmpty = field.required || field.given || field.minItems || field.kind === 'boolean'
  return isNeverEmpty ? filled : fc.oneof({ weight: 3, arbitrary: filled }, fc.constant(null).map(kindOf(field).empty))
}

/** Like `arbitraryValue`, but never empty. */
export function arbitraryFilledValue(field: Field): fc.Arbitrary<unknown> {
  const strict = { ...field, required: true, default: undefined }
  return byKind[field.kind](field).filter((value) => {
    const result = validateValue(strict, value)
    return 'value' in result && JSON.stringify(result.value) === JSON.stringify(value)
  })
}

/** Generates text that breaks careless code, trimmed and without control characters, as in rows. */
export function arbitraryText(max: number): fc.Arbitrary<string> {
  return textOf(arbitraryUnit, max)
}

/** Any value of a UUID column. */
export const arbitraryUuid: fc.Arbitrary<string> = fc.uuid()

/** Any point in time, as in rows. */
export const arbitraryTimestamp: fc.Arbitrary<string> = fc
  .date({ min: new Date(0), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((date) => date.toISOString())

/**
 * Separators of the CSV cells, quotes, line breaks, right-to-left and astral characters, combining marks, names of
 * Object's members.
 */
const awkward = [
  ...[';', '=', '\\', '\\;', '\\\\', '"', "'", ',', ' ', '\t', '\n', '\r\n', '\u2028', '\u00a0', '\ufeff', '%', '<b>'],
  ...['עברית', 'العربية', '\u202e', 'é', 'e\u0301', 'ß', 'İ', '李', '😀', '👩‍⚖️', '𝒳', '\ufffd', '$&', '{0}', '#1', '_'],
  ...['null', 'undefined', 'true', '0', '-1', '1e9', 'constructor', 'toString', '__proto__', 'a', 'Z'],
]
const arbitraryUnit = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...awkward) },
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 3 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 2 }),
)

function textOf(unit: fc.Arbitrary<string>, max: number): fc.Arbitrary<string> {
  return fc
    .array(unit, { minLength: 1, maxLength: 8 })
    .map((parts) => parts.join('').replace(controls, '').trim().slice(0, max).toWellFormed().trim())
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what records do not hold
const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g

const byKind: Readonly<Record<FieldKindName, (field: Field) => fc.Arbitrary<unknown>>> = {
  text: lineOf,
  longText: (field) => arbitraryText(field.max ?? 1000),
  secret: (field) => arbitraryText(field.max ?? 1000),
  number: numberOf,
  boolean: () => fc.boolean(),
  timestamp: () => arbitraryTimestamp,
  date: () => fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }).map(dayOf),
  timeOfDay: () => fc.tuple(fc.nat(23), fc.nat(59)).map((parts) => parts.map((n) => `${n}`.padStart(2, '0')).join(':')),
  timeZone: () => fc.constantFrom('UTC', ...Intl.supportedValuesOf('timeZone')),
  email: () => arbitraryEmail,
  emailList: () => fc.uniqueArray(arbitraryEmail, { maxLength: 4, selector: (text) => text.toLowerCase() }),
  domainList: () => fc.uniqueArray(fc.domain(), { maxLength: 4 }),
  textList: ({ values, moreIn, longestItem = 1000 }) =>
    fc.uniqueArray(values && !moreIn ? fc.constantFrom(...values) : arbitraryText(longestItem), {
      minLength: 1,
      maxLength: 4,
    }),
  select: ({ values = [], moreIn, number }) =>
    moreIn
      ? fc.oneof(fc.constantFrom(...values), lineOf(text(number, { max: longestChoice })))
      : fc.constantFrom(...values),
  reference: idOf,
  referenceList: (field) => fc.uniqueArray(idOf(field), { minLength: 1, maxLength: 4 }),
  map: ({ max = 4000, patternCode = '' }) =>
    fc.dictionary(wholes[patternCode] ?? arbitraryText(200), arbitraryText(max), {
      minKeys: 1,
      maxKeys: 3,
      noNullPrototype: true,
    }),
  color: () => fc.nat(0xffffff).map((n) => `#${n.toString(16).padStart(6, '0')}`),
  file: () => fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('hex')),
}

const arbitraryEmail = fc
  .tuple(
    fc.constantFrom("o'brien", 'a', 'müller', 'first.last+tag', '用户', 'a=b', '#!$%&*/?^`{|}~'),
    fc.nat(9999),
    fc.constantFrom('example.com', 'büro.example', 'localhost', 'a-b.co.uk', 'EXAMPLE.org'),
  )
  .map(([local, n, domain]) => `${local}${n}@${domain}`)

/** Generators for patterns that describe the whole text; for other patterns any one part is enough. */
const wholes: Readonly<Record<string, fc.Arbitrary<string>>> = {
  not_url: fc.webUrl({ size: 'small' }),
  not_domain: fc.domain(),
  not_fingerprint: fc.stringMatching(/^SHA256:[A-Za-z0-9+/]{43}$/),
  not_issuer: fc.constantFrom('https://login.example.com', 'https://id.example.com:8443/realms/one'),
  not_topic: fc.stringMatching(/^arn:aws:sns:us-east-1:\d{12}:[a-z]{1,20}$/),
  not_imap_server: fc.constantFrom('imaps://imap.example.com', 'imap://10.0.0.5:1143/'),
  not_smtp_server: fc.constantFrom('smtps://smtp.example.com', 'smtp://10.0.0.5:1587/'),
  not_custom_field: fc.stringMatching(/^[A-Za-z][a-z0-9]{0,12}__c$/),
  not_header: fc.stringMatching(/^[A-Za-z-]{1,12}$/),
  not_dictionary: fc.stringMatching(/^[a-z]{1,8}\.(one|many)$/),
}

function lineOf(field: Field): fc.Arbitrary<string> {
  const { pattern, patternCode = '' } = field
  const whole = wholes[patternCode]
  if (whole) return whole
  const parts = pattern ? [...awkward, ...'ab,:-+.&0é'].filter((part) => pattern.test(part)) : []
  // Otherwise the filter would search forever.
  if (pattern && parts.length === 0) throw new Error(`no text fits ${pattern}: give it a code and a line in "wholes"`)
  const unit = pattern ? fc.constantFrom(...parts) : arbitraryUnit
  return textOf(unit, field.max ?? 255).map((text) => text.replace(/[\r\n]/g, ' ').trim())
}

function numberOf({ integer, min, max }: Field): fc.Arbitrary<number> {
  if (integer) return fc.integer({ min: min ?? -2_147_483_647, max: max ?? 2_147_483_647 })
  return fc.double({ min, max, noNaN: true, noDefaultInfinity: true }).map((n) => (n === 0 ? 0 : n))
}

function idOf(field: Field): fc.Arbitrary<string> {
  return field.idKind === 'text' ? fc.stringMatching(/^[a-z]{2,5}[0-9]?$/) : arbitraryUuid
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
