import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { isEmptyValue } from './fields/field.ts'
import { kindOf } from './fields/registry.ts'
import { readText } from './fields/string-kinds.ts'
import { snakeCase } from './names.ts'
import type { AnyRow, Resource } from './resource.ts'
import { fieldsByNumber, type NumberedField, type Writable, writablesOf } from './wire-fields.ts'

/** Names of the media type: all are accepted, in requests and answers; the first predates the others' registration. */
export const protobufTypes = ['application/x-protobuf', 'application/protobuf'] as const

/**
 * Every message has `repeated uint32 empty = 1000`: the numbers of the fields that are present but empty. Without it a
 * reader couldn't tell an empty field from one it may not see, and a writer couldn't clear one.
 */
export const emptyFieldNumber = 1000

/** The most fields and list items of one message: more than any record has, and far fewer than fit into a request. */
const mostFields = 20_000

/** Encodes the row as protobuf bytes; fields absent from the row are absent from the bytes. */
export function encodeRow(resource: Resource, row: AnyRow): Uint8Array {
  const writer = new BinaryWriter()
  writeRow(writer, resource, row)
  return writer.finish()
}

/** Encodes rows as a list message: `repeated <Message> <plural> = 1`. */
export function encodeRows(resource: Resource, rows: readonly AnyRow[]): Uint8Array {
  const writer = new BinaryWriter()
  for (const row of rows) {
    writer.tag(1, WireType.LengthDelimited).fork()
    writeRow(writer, resource, row)
    writer.join()
  }
  return writer.finish()
}

/**
 * Decodes the row of a message. A field with an unknown number is skipped, as protobuf requires: a tab opened before an
 * upgrade goes on working after it. Throws `WireError` for bytes that aren't a message.
 */
export function decodeRow(resource: Resource, bytes: Uint8Array): AnyRow {
  return guarded(() => readRow(new BinaryReader(bytes), bytes.length, resource))
}

/** Decodes the rows of a list message. Throws `WireError`. */
export function decodeRows(resource: Resource, bytes: Uint8Array): AnyRow[] {
  return guarded(() => {
    const reader = new BinaryReader(bytes)
    const rows: AnyRow[] = []
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag()
      if (number !== 1) {
        reader.skip(wireType, number)
        continue
      }
      if (wireType !== WireType.LengthDelimited) throw new WireError('the list has the wrong wire type')
      const length = reader.uint32()
      rows.push(readRow(reader, reader.pos + length, resource))
    }
    return rows
  })
}

/**
 * Decodes a message of texts that isn't a resource's, such as the body of a call, by the numbers of its fields. Throws
 * `WireError`.
 */
export function decodeTexts(numbers: Readonly<Record<string, number>>, bytes: Uint8Array): Record<string, string> {
  const names = new Map(Object.entries(numbers).map(([name, number]) => [number, name]))
  return guarded(() => {
    const reader = new BinaryReader(bytes)
    const values: Record<string, string> = {}
    for (let read = 0; reader.pos < reader.len; read++) {
      refuseMany(read)
      const [number, wireType] = reader.tag()
      const name = names.get(number)
      if (name === undefined) reader.skip(wireType, number)
      else if (wireType === WireType.LengthDelimited) values[name] = readText(reader)
      else throw new WireError(`${snakeCase(name)} has the wrong wire type`)
    }
    if (reader.pos !== reader.len) throw new WireError('the message is cut off')
    return values
  })
}

/** Encodes a message of texts, as `decodeTexts` reads it. */
export function encodeTexts(
  numbers: Readonly<Record<string, number>>,
  values: Readonly<Record<string, string>>,
): Uint8Array {
  const writer = new BinaryWriter()
  for (const [name, number] of Object.entries(numbers)) {
    const value = values[name]
    if (value !== undefined) writer.tag(number, WireType.LengthDelimited).string(value)
  }
  return writer.finish()
}

/** The bytes are not a message of this resource; the message says which field is wrong. */
export class WireError extends Error {}

function writeRow(writer: BinaryWriter, resource: Resource, row: AnyRow): void {
  const plan = writablesOf(resource)
  const empty: number[] = []
  for (const key of Object.keys(row)) {
    const value = row[key]
    const writable = plan(key)
    if (!writable || value === undefined) continue
    if (isEmptyValue(value)) empty.push(writable.field.number)
    else writeField(writer, writable, value)
    if (writable.former?.field.values?.includes(String(value))) writeField(writer, writable.former, value)
  }
  if (empty.length === 0) return
  writer.tag(emptyFieldNumber, WireType.LengthDelimited).fork()
  for (const number of empty) writer.uint32(number)
  writer.join()
}

function writeField(writer: BinaryWriter, { field, kind, wireType }: Writable, value: unknown): void {
  if (!kind.isRepeated) {
    kind.write(writer.tag(field.number, wireType), value, field)
    return
  }
  for (const item of itemsOf(value)) kind.write(writer.tag(field.number, wireType), item, field)
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : Object.entries(value as object)
}

function readRow(reader: BinaryReader, end: number, resource: Resource): AnyRow {
  if (end > reader.len) throw new WireError('the message is cut off')
  const fields = fieldsByNumber(resource)
  const row: AnyRow = {}
  for (let read = 0; reader.pos < end; read++) {
    refuseMany(read)
    const [number, wireType] = reader.tag()
    const entry = fields.get(number)
    if (number === emptyFieldNumber) for (const empty of readNumbers(reader, wireType)) setEmpty(row, fields.get(empty))
    else if (entry) readField(reader, entry, { row, wireType })
    else reader.skip(wireType, number)
  }
  if (reader.pos !== end) throw new WireError('a field reaches beyond its message')
  if (typeof row.id === 'number') row.id = String(row.id)
  return row
}

/**
 * Reads a list of numbers, packed or not: a reader must accept both (protobuf encoding guide, "Packed Repeated
 * Fields").
 */
function readNumbers(reader: BinaryReader, wireType: WireType): readonly number[] {
  if (wireType === WireType.Varint) return [reader.uint32()]
  if (wireType !== WireType.LengthDelimited) throw new WireError('empty has the wrong wire type')
  const end = reader.uint32() + reader.pos
  const numbers: number[] = []
  while (reader.pos < end) {
    refuseMany(numbers.length)
    numbers.push(reader.uint32())
  }
  if (reader.pos !== end) throw new WireError('a number reaches beyond its list')
  return numbers
}

/** Stops where the limit is reached: a row isn't built from what a request has too much of. */
function refuseMany(read: number): void {
  if (read >= mostFields) throw new WireError(`the message has more than ${mostFields} fields`)
}

function setEmpty(row: AnyRow, entry: NumberedField | undefined): void {
  if (entry) row[entry.key] = kindOf(entry.field).empty()
}

function readField(
  reader: BinaryReader,
  { key, field }: NumberedField,
  { row, wireType }: { row: AnyRow; wireType: WireType },
): void {
  const kind = kindOf(field)
  if (wireType !== kind.wireType(field)) throw new WireError(`${snakeCase(key)} has the wrong wire type`)
  const value = kind.read(reader, field)
  if (!kind.isRepeated) {
    row[key] = value
    return
  }
  // Appended in place: copying for each item would let a long list block the server.
  row[key] ??= kind.empty()
  if (kind.name === 'map') addEntry(row[key] as object, value as [string, unknown])
  else (row[key] as unknown[]).push(value)
}

/** Adds an entry by definition: assigning `__proto__` would not add one. */
function addEntry(map: object, [name, value]: [string, unknown]): void {
  Object.defineProperty(map, name, { value, enumerable: true, writable: true, configurable: true })
}

function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof WireError) throw cause
    throw new WireError('these bytes are not a protobuf message', { cause })
  }
}
