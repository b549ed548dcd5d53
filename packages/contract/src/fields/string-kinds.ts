import { type BinaryReader, WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import type { Field, FieldKind, FieldKindName } from './field.ts'

/**
 * Control characters other than tab and line breaks; PostgreSQL refuses NUL, and no record should contain the others.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the purpose
const controlCharacters = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

/** Returns the schema of a trimmed string without control characters, at most `max` long. */
export function plainString(max: number): z.ZodMiniType<string, string> {
  return tidyString(max, (text) => text.trim())
}

/**
 * Returns the schema of such a string on one line, with accents composed as most keyboards write them (NFC): a name that
 * another program writes with combining accents looks the same, and is the same.
 */
export function lineOf(max: number): z.ZodMiniType<string, string> {
  return tidyString(max, (text) => text.trim().normalize('NFC')).check(
    z.refine((text) => !/[\r\n]/.test(text), 'control_characters'),
  )
}

function tidyString(max: number, tidy: (text: string) => string): z.ZodMiniType<string, string> {
  return z.string('not_text').check(
    z.overwrite(tidy),
    z.maxLength(max, `too_long:${max}`),
    z.refine((text) => !controlCharacters.test(text), 'control_characters'),
    z.refine((text) => text.isWellFormed(), 'not_text'),
  ) as z.ZodMiniType<string, string>
}

/** Returns whether a text has more characters than this, counted as fields count them: as Unicode has them. */
export function isLongerThan(text: string, max: number): boolean {
  return text.length > max && [...text].length > max
}

/** Returns whether the database accepts every character of the text. */
export function isPlainText(text: string): boolean {
  return !controlCharacters.test(text) && text.isWellFormed()
}

/** Returns a kind whose value is one string, with the parts all such kinds share. */
export function stringKind(name: FieldKindName, schema: FieldKind['schema'], rest: Partial<FieldKind> = {}): FieldKind {
  return {
    name,
    column: () => 'text',
    empty: () => null,
    schema,
    proto: () => 'string',
    write: (writer, value) => writer.string(String(value)),
    read: readText,
    wireType: () => WireType.LengthDelimited,
    toCsv: (value) => String(value ?? ''),
    fromCsv: (text) => text,
    isSortable: true,
    ...rest,
  }
}

/** Returns a kind whose value is a list of strings, each validated by `item`, without duplicates. */
export function stringListKind(name: FieldKindName, item: (field: Field) => z.ZodMiniType<string, string>): FieldKind {
  return {
    name,
    column: () => 'text[]',
    empty: () => [],
    schema: (field) =>
      z.array(item(field), 'not_list').check(
        z.maxLength(field.max ?? 1000, `too_many:${field.max ?? 1000}`),
        z.refine((list) => new Set(list).size === list.length, 'duplicate_item'),
      ),
    proto: () => 'string',
    isRepeated: true,
    write: (writer, value) => writer.string(String(value)),
    read: readText,
    wireType: () => WireType.LengthDelimited,
    toCsv: (value) => joinList((value ?? []) as string[]),
    fromCsv: splitList,
  }
}

/** Reads a UTF-8 string; other bytes are refused instead of replaced. */
export function readText(reader: BinaryReader): string {
  return reader.string(true)
}

/** Joins items with `;`; `;` and `\` inside an item are escaped with `\`. */
export function joinList(items: readonly string[]): string {
  return items.map((item) => item.replace(/[\\;=]/g, '\\$&')).join(';')
}

/** Splits a text joined by `joinList`; blanks around items are dropped. */
export function splitList(text: string): string[] {
  const parts = text.match(/(?:\\[\s\S]|[^;\\])+/g) ?? []
  return parts.map((part) => part.replace(/\\([\s\S])/g, '$1').trim()).filter((part) => part !== '')
}
