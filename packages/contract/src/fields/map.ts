import { type BinaryReader, type BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import * as z from 'zod/mini'
import type { Field, FieldKind, FieldOptions } from './field.ts'
import { plainString } from './string-kinds.ts'

export type TextMap = Record<string, string>

/** Names with a text each, such as document properties. */
export function map(number: number, options: FieldOptions = {}): Field<TextMap> {
  return { kind: 'map', number, ...options }
}

export const mapKind: FieldKind = {
  name: 'map',
  column: () => 'jsonb',
  empty: () => ({}),
  schema: () =>
    z
      .record(
        plainString(200).check(
          z.minLength(1, 'not_map'),
          z.refine((k) => k !== '__proto__', 'not_map'),
        ),
        plainString(4000),
        'not_map',
      )
      .check(z.refine((value) => Object.keys(value).length <= 500, 'too_many:500')),
  proto: () => 'map<string, string>',
  isRepeated: true,
  write: (writer, entry) => writeEntry(writer, entry as [string, string]),
  read: readEntry,
  wireType: () => WireType.LengthDelimited,
  toCsv: (value) =>
    Object.entries(value as TextMap)
      .map((entry) => entry.map(escapePart).join('='))
      .join(';'),
  fromCsv: (text) => Object.fromEntries((text.match(/(?:\\[\s\S]|[^;\\])+/g) ?? []).map(splitEntry)),
}

/** Protobuf writes a map as repeated entries `{ key = 1; value = 2 }` (protobuf language guide, "Maps"). */
function writeEntry(writer: BinaryWriter, [key, value]: [string, string]): void {
  writer.fork().tag(1, WireType.LengthDelimited).string(key).tag(2, WireType.LengthDelimited).string(value).join()
}

function readEntry(reader: BinaryReader): [string, string] {
  const end = reader.uint32() + reader.pos
  let key = ''
  let value = ''
  while (reader.pos < end) {
    const [number, wireType] = reader.tag()
    if (number === 1) key = reader.string()
    else if (number === 2) value = reader.string()
    else reader.skip(wireType, number)
  }
  return [key, value]
}

function escapePart(part: string): string {
  return part.replace(/[\\;=]/g, '\\$&')
}

function splitEntry(entry: string): [string, string] {
  const match = /^((?:\\[\s\S]|[^=\\])*)(?:=([\s\S]*))?$/.exec(entry)
  const unescape = (part: string) => part.replace(/\\([\s\S])/g, '$1').trim()
  return [unescape(match?.[1] ?? entry), unescape(match?.[2] ?? '')]
}
