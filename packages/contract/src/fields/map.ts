import { type BinaryReader, type BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions, KindOptions } from './field.ts'
import { plainString, readText } from './string-kinds.ts'

export type TextMap = Record<string, string>

/**
 * Returns a field for names mapped to texts, such as document properties. `max` applies to the texts, `pattern` to the
 * names.
 */
export function map(
  number: number,
  options: FieldOptions & Pick<KindOptions, 'max' | 'pattern' | 'patternCode'> = {},
): Field<TextMap> {
  return { kind: 'map', number, ...options }
}

export const mapKind: FieldKind = {
  name: 'map',
  column: () => 'jsonb',
  empty: () => ({}),
  schema: ({ max = 4000, pattern, patternCode = 'not_map' }) =>
    z.pipe(
      z.custom<TextMap>(hasDistinctNames, 'not_map'),
      z.record(plainString(200).check(z.minLength(1, 'not_map')), plainString(max), 'not_map').check(
        z.refine((value) => Object.keys(value).length <= 500, 'too_many:500'),
        z.refine((value) => !pattern || Object.keys(value).every((name) => pattern.test(name)), patternCode),
      ),
    ),
  proto: () => 'map<string, string>',
  isRepeated: true,
  write: (writer, entry) => writeEntry(writer, entry as [string, string]),
  read: readEntry,
  wireType: () => WireType.LengthDelimited,
  toCsv: (value) =>
    Object.entries((value ?? {}) as TextMap)
      .map((entry) => entry.map(escapePart).join('='))
      .join(';'),
  fromCsv: (text) => Object.fromEntries((text.match(/(?:\\[\s\S]|[^;\\])+/g) ?? []).map(splitEntry)),
}

/**
 * Returns whether the names are distinct. Checked before zod's record, which silently drops `__proto__` and merges two
 * names that trim to the same one.
 */
function hasDistinctNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const names = Object.keys(value).map((name) => name.trim())
  return new Set(names).size === names.length && !names.includes('__proto__')
}

/**
 * Writes an entry of a map, which protobuf encodes as repeated `{ key = 1; value = 2 }` (protobuf language guide,
 * "Maps").
 */
function writeEntry(writer: BinaryWriter, [key, value]: [string, string]): void {
  writer.fork().tag(1, WireType.LengthDelimited).string(key).tag(2, WireType.LengthDelimited).string(value).join()
}

function readEntry(reader: BinaryReader): [string, string] {
  const end = reader.uint32() + reader.pos
  let key = ''
  let value = ''
  while (reader.pos < end) {
    const [number, wireType] = reader.tag()
    if (number === 1) key = readText(reader)
    else if (number === 2) value = readText(reader)
    else reader.skip(wireType, number)
  }
  if (reader.pos !== end) throw new RangeError('a map entry reaches beyond its end')
  return [key, value]
}

function escapePart(part: string): string {
  return part.replace(/[\\;=]/g, '\\$&')
}

function splitEntry(entry: string): [string, string] {
  const match = /^((?:\\[\s\S]|[^=\\])*)(?:=([\s\S]*))?$/.exec(entry)
  const plain = (part: string) => part.replace(/\\([\s\S])/g, '$1').trim()
  return [plain(match?.[1] ?? entry), plain(match?.[2] ?? '')]
}
