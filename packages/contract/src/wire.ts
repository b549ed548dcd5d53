import { BinaryReader, BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import { type Field, isEmptyValue } from './fields/field.ts'
import { kindOf } from './fields/registry.ts'
import { snakeCase } from './names.ts'
import { type AnyRow, baseFields, findField, type Resource } from './resource.ts'

/**
 * Every message has `repeated uint32 empty = 1000`: the numbers of the fields that are present but empty.
 * Without it a reader could not tell a field that is empty from one it may not see, nor clear one.
 */
export const emptyFieldNumber = 1000

/** The row as protobuf bytes; fields that are absent from the row are absent from the bytes. */
export function encodeRow(resource: Resource, row: AnyRow): Uint8Array {
  const writer = new BinaryWriter()
  writeRow(writer, resource, row)
  return writer.finish()
}

/** Rows as a list message: `repeated <Message> <plural> = 1`. */
export function encodeRows(resource: Resource, rows: readonly AnyRow[]): Uint8Array {
  const writer = new BinaryWriter()
  for (const row of rows) {
    writer.tag(1, WireType.LengthDelimited).fork()
    writeRow(writer, resource, row)
    writer.join()
  }
  return writer.finish()
}

/** The row of a message. Throws `WireError` for bytes that are no message, and for unknown fields, by number. */
export function decodeRow(resource: Resource, bytes: Uint8Array): AnyRow {
  return guarded(() => readRow(new BinaryReader(bytes), bytes.length, resource))
}

/** The rows of a list message. Throws `WireError`. */
export function decodeRows(resource: Resource, bytes: Uint8Array): AnyRow[] {
  return guarded(() => {
    const reader = new BinaryReader(bytes)
    const rows: AnyRow[] = []
    while (reader.pos < reader.len) {
      const [number, wireType] = reader.tag()
      if (number !== 1 || wireType !== WireType.LengthDelimited) throw new WireError(`field ${number} is not known`)
      const length = reader.uint32()
      rows.push(readRow(reader, reader.pos + length, resource))
    }
    return rows
  })
}

/** The bytes are not a message of this resource; the message says which field is wrong. */
export class WireError extends Error {}

function writeRow(writer: BinaryWriter, resource: Resource, row: AnyRow): void {
  const empty: number[] = []
  for (const [key, value] of Object.entries(row)) {
    const field = findField(resource, key)
    if (!field || value === undefined || (field.kind === 'secret' && value === null)) continue
    if (isEmptyValue(value)) empty.push(field.number)
    else writeField(writer, idField(resource, key, field), value)
  }
  if (empty.length === 0) return
  writer.tag(emptyFieldNumber, WireType.LengthDelimited).fork()
  for (const number of empty) writer.uint32(number)
  writer.join()
}

function writeField(writer: BinaryWriter, field: Field, value: unknown): void {
  const kind = kindOf(field)
  for (const item of kind.isRepeated ? itemsOf(value) : [value]) {
    kind.write(writer.tag(field.number, kind.wireType(field)), item, field)
  }
}

function itemsOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : Object.entries(value as object)
}

function readRow(reader: BinaryReader, end: number, resource: Resource): AnyRow {
  if (end > reader.len) throw new WireError('the message is cut off')
  const fields = fieldsByNumber(resource)
  const row: AnyRow = {}
  while (reader.pos < end) {
    const [number, wireType] = reader.tag()
    if (number === emptyFieldNumber) readEmpty(reader, fields, row)
    else readField(reader, fields.get(number), row, { number, wireType })
  }
  return row
}

function readEmpty(reader: BinaryReader, fields: FieldsByNumber, row: AnyRow): void {
  const end = reader.uint32() + reader.pos
  while (reader.pos < end) {
    const entry = fields.get(reader.uint32())
    if (entry) row[entry.key] = kindOf(entry.field).empty()
  }
}

function readField(
  reader: BinaryReader,
  entry: NumberedField | undefined,
  row: AnyRow,
  tag: { number: number; wireType: WireType },
): void {
  if (!entry) throw new WireError(`field ${tag.number} is not known`)
  const kind = kindOf(entry.field)
  if (tag.wireType !== kind.wireType(entry.field))
    throw new WireError(`${snakeCase(entry.key)} has the wrong wire type`)
  const value = kind.read(reader, entry.field)
  if (!kind.isRepeated) row[entry.key] = value
  else if (kind.name === 'map')
    row[entry.key] = { ...(row[entry.key] as object), ...Object.fromEntries([value as [string, unknown]]) }
  else row[entry.key] = [...((row[entry.key] as unknown[] | undefined) ?? []), value]
}

interface NumberedField {
  key: string
  field: Field
}
type FieldsByNumber = ReadonlyMap<number, NumberedField>
const numbered = new WeakMap<Resource, FieldsByNumber>()

function fieldsByNumber(resource: Resource): FieldsByNumber {
  const known = numbered.get(resource)
  if (known) return known
  const keys = [...baseFields, ...Object.keys(resource.fields)]
  const entries = keys.map((key) => {
    const field = idField(resource, key, findField(resource, key) as Field)
    return [field.number, { key, field }] as const
  })
  const made = new Map(entries)
  numbered.set(resource, made)
  return made
}

/** The firm's id is a number on the wire (specification, section 3); every other id is a string. */
function idField(resource: Resource, key: string, field: Field): Field {
  return key === 'id' && resource.idKind === 'number' ? { kind: 'number', number: 1, integer: true } : field
}

function guarded<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    if (cause instanceof WireError) throw cause
    throw new WireError('these bytes are not a protobuf message', { cause })
  }
}
