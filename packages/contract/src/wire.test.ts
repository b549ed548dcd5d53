import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { firm } from './resources/firm.ts'
import { judge } from './resources/judge.ts'
import { arbitraryPartialRow, arbitraryRow } from './testing/arbitrary-row.ts'
import { everyKind, testedResources } from './testing/every-kind.ts'
import { decodeRow, decodeRows, decodeTexts, encodeRow, encodeRows, encodeTexts, WireError } from './wire.ts'

const runs = { numRuns: 40 }

describe.each(testedResources)('$name on the wire', (resource) => {
  test('a row round-trips', () => {
    fc.assert(
      fc.property(arbitraryRow(resource), (row) => {
        expect(decodeRow(resource, encodeRow(resource, row))).toStrictEqual(row)
      }),
      runs,
    )
  })

  test('a list keeps its order, and each row exactly its keys', () => {
    fc.assert(
      fc.property(fc.array(arbitraryPartialRow(resource), { maxLength: 4 }), (rows) => {
        const expected = rows.map((row) => row)
        expect(decodeRows(resource, encodeRows(resource, rows))).toStrictEqual(expected)
      }),
      runs,
    )
  })

  test('any truncated or damaged bytes are read or refused with a WireError', () => {
    const row = arbitraryPartialRow(resource)
    const whole = fc.oneof(
      row.map((one) => encodeRow(resource, one)),
      fc.array(row, { maxLength: 2 }).map((rows) => encodeRows(resource, rows)),
    )
    const damaged = fc.tuple(whole, fc.nat(), fc.nat(255), fc.boolean()).map(damage)
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 200 }), damaged), (bytes) => {
        expect(outcome(() => decodeRow(resource, bytes))).not.toBe('threw something else')
        expect(outcome(() => decodeRows(resource, bytes))).not.toBe('threw something else')
      }),
      { numRuns: 100 },
    )
  })
})

describe('a select that a firm has further choices for', () => {
  const before = {
    ...everyKind,
    fields: { phase: { kind: 'select', number: 33, values: ['Open', 'Closed'] } },
  } as const

  test('is read under its former number by programs from before, as long as it is a choice they know', () => {
    expect(decodeRow(before, encodeRow(everyKind, { phase: 'Closed' }))).toStrictEqual({ phase: 'Closed' })
    expect(decodeRow(before, encodeRow(everyKind, { phase: 'Stayed' }))).toStrictEqual({})
  })

  test('is written by them under that number', () => {
    expect(decodeRow(everyKind, encodeRow(before, { phase: 'Closed' }))).toStrictEqual({ phase: 'Closed' })
  })
})

describe('the wire refuses', () => {
  test('a field with the wrong wire type, by its name', () => {
    const bytes = message((writer) => writer.tag(5, WireType.Varint).bool(true))
    expect(() => decodeRow(judge, bytes)).toThrow(new WireError('jurisdiction_id has the wrong wire type'))
  })

  test('more fields than any record has, without reading on', () => {
    const many = (write: (writer: BinaryWriter) => void) =>
      message((writer) => {
        for (let n = 0; n < 90_000; n++) write(writer)
        return writer
      })
    const refusal = new WireError('the message has more than 20000 fields')
    const repeated = many((writer) => writer.tag(18, WireType.LengthDelimited).string('x'))
    const unknown = many((writer) => writer.tag(900, WireType.Varint).uint32(1))
    const empty = message((writer) => {
      writer.tag(1000, WireType.LengthDelimited).fork()
      for (let n = 0; n < 90_000; n++) writer.uint32(1)
      return writer.join()
    })
    for (const bytes of [repeated, unknown, empty]) expect(() => decodeRow(everyKind, bytes)).toThrow(refusal)
    expect(() => decodeTexts({ name: 18 }, repeated)).toThrow(refusal)
    const groups = Buffer.alloc(900_000, new BinaryWriter().tag(900, WireType.StartGroup).finish())
    expect(() => decodeRow(judge, groups)).toThrow(WireError)
  })

  test('the list of empty fields with a wire type other than numbers', () => {
    const bytes = message((writer) => writer.tag(1000, WireType.Bit64).double(1))
    expect(() => decodeRow(judge, bytes)).toThrow(new WireError('empty has the wrong wire type'))
  })

  test('a row that extends into its neighbor', () => {
    const name = message((writer) => writer.tag(4, WireType.LengthDelimited).string('abcdef'))
    const short = message((writer) => {
      writer
        .tag(1, WireType.LengthDelimited)
        .uint32(name.length - 2)
        .raw(name)
      return writer.tag(1, WireType.LengthDelimited).bytes(name)
    })
    expect(() => decodeRows(judge, short)).toThrow(WireError)
  })

  test('a map entry that extends beyond its end', () => {
    const entry = message((writer) => writer.tag(1, WireType.LengthDelimited).string('key'))
    const bytes = message((writer) => {
      writer
        .tag(25, WireType.LengthDelimited)
        .uint32(entry.length - 2)
        .raw(entry)
      return writer.tag(4, WireType.LengthDelimited).string('name')
    })
    expect(() => decodeRow(everyKind, bytes)).toThrow(WireError)
  })

  test('text that is not UTF-8', () => {
    const bytes = message((writer) => writer.tag(4, WireType.LengthDelimited).bytes(new Uint8Array([0xc3, 0x28])))
    expect(() => decodeRow(judge, bytes)).toThrow(WireError)
  })

  test('a time outside the calendar', () => {
    const bytes = message((writer) => writer.tag(2, WireType.Varint).uint64(2n ** 63n))
    expect(() => decodeRow(judge, bytes)).toThrow(WireError)
  })
})

describe('the wire', () => {
  test('skips fields and empty fields with unknown numbers, so that a tab outlives an upgrade', () => {
    const newer = (writer: BinaryWriter) =>
      writer
        .tag(77, WireType.Varint)
        .bool(true)
        .tag(78, WireType.LengthDelimited)
        .string('new')
        .tag(79, WireType.Bit64)
        .double(1)
    const row = { name: 'Chen', jurisdictionId: null }
    const bytes = message((writer) => newer(newer(writer).raw(encodeRow(judge, row))))
    expect(decodeRow(judge, bytes)).toStrictEqual(row)
    expect(decodeRow(judge, emptyFields([4, 77]))).toStrictEqual({ name: null })
    const list = message((writer) => newer(writer.tag(1, WireType.LengthDelimited).bytes(bytes)))
    expect(decodeRows(judge, list)).toStrictEqual([row])
  })

  test('reads a message of texts by its numbers, and refuses one that is cut off', () => {
    const bytes = message((writer) =>
      writer.tag(9, WireType.Varint).bool(true).tag(2, WireType.LengthDelimited).string('zwölf'),
    )
    expect(decodeTexts({ currentPassword: 1, newPassword: 2 }, bytes)).toStrictEqual({ newPassword: 'zwölf' })
    expect(() => decodeTexts({ newPassword: 2 }, bytes.slice(0, -1))).toThrow(WireError)
    expect(() => decodeTexts({ newPassword: 9 }, bytes)).toThrow(new WireError('new_password has the wrong wire type'))
  })

  test('writes a message of texts as it is read', () => {
    const [numbers, values] = [
      { currentPassword: 1, newPassword: 2 },
      { currentPassword: '', newPassword: 'zwölf' },
    ]
    expect(decodeTexts(numbers, encodeTexts(numbers, values))).toStrictEqual(values)
    expect(encodeTexts(numbers, {})).toHaveLength(0)
  })

  test('distinguishes an empty field from an absent one', () => {
    const row = { name: null, memberIds: [], properties: {}, isOpen: false, count: 0 }
    expect(decodeRow(everyKind, encodeRow(everyKind, row))).toStrictEqual(row)
  })

  test('reads an empty field listed unpacked, as protobuf allows, like a packed one', () => {
    const bytes = message((writer) => writer.tag(1000, WireType.Varint).uint32(4).tag(1000, WireType.Varint).uint32(24))
    expect(decodeRow(everyKind, bytes)).toStrictEqual({ name: null, memberIds: [] })
  })

  test("has a number for the firm's ID, and the row has text", () => {
    const bytes = encodeRow(firm, { id: '7' })
    expect(bytes).toStrictEqual(message((writer) => writer.tag(1, WireType.Varint).sint32(7)))
    expect(decodeRow(firm, bytes)).toStrictEqual({ id: '7' })
  })

  test('does not contain keys that are not fields', () => {
    expect(encodeRow(judge, { firm_id: 1, constructor: 'x', name: undefined })).toHaveLength(0)
  })

  test('distinguishes unknown choices from known ones', () => {
    const bytes = message((writer) => writer.tag(20, WireType.Varint).int32(9))
    expect(decodeRow(everyKind, bytes)).toStrictEqual({ state: '#9' })
  })

  test('reads a list and a map of as many entries as allowed in one pass', () => {
    const bytes = message((writer) => {
      for (let n = 0; n < 9_900; n++) {
        writer.tag(18, WireType.LengthDelimited).string('w')
        writer.tag(25, WireType.LengthDelimited).fork().tag(1, WireType.LengthDelimited).string(`k${n}`).join()
      }
      return writer
    })
    const row = decodeRow(everyKind, bytes)
    expect(row.words).toHaveLength(9_900)
    expect(Object.keys(row.properties as object)).toHaveLength(9_900)
  })
})

function outcome(read: () => unknown): 'read' | 'refused' | 'threw something else' {
  try {
    read()
    return 'read'
  } catch (error) {
    return error instanceof WireError ? 'refused' : 'threw something else'
  }
}

/** Truncates the bytes at a position, or replaces the one there. */
function damage([bytes, place, byte, isCut]: [Uint8Array, number, number, boolean]): Uint8Array {
  if (bytes.length === 0) return bytes
  const at = place % bytes.length
  return isCut ? bytes.slice(0, at) : bytes.with(at, byte)
}

function message(write: (writer: BinaryWriter) => BinaryWriter): Uint8Array {
  return write(new BinaryWriter()).finish()
}

function emptyFields(numbers: readonly number[]): Uint8Array {
  return message((writer) => {
    writer.tag(1000, WireType.LengthDelimited).fork()
    for (const number of numbers) writer.uint32(number)
    return writer.join()
  })
}
