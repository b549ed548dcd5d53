import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { changePassword } from './calls/session.ts'
import { kindOf } from './fields/registry.ts'
import { camelCase, pluralOf, snakeCase } from './names.ts'
import { emitProto } from './proto.ts'
import { baseFields, findField, messageOf } from './resource.ts'
import { resources } from './resources/registry.ts'
import { everyKind } from './testing/every-kind.ts'
import { type ProtoMessage, readProto } from './testing/read-proto.ts'

const file = path.join(import.meta.dirname, '..', 'courtcrier.proto')
const scalars = ['string', 'bool', 'uint32', 'uint64', 'sint32', 'double', 'map<string, string>']

describe('the committed courtcrier.proto', () => {
  test('matches the definitions; `node packages/contract/src/emit-proto.ts` updates it', async () => {
    expect(await readFile(file, 'utf8')).toBe(emitProto(resources, [changePassword]))
  })
})

describe('an emitted .proto file', () => {
  const messages = readProto(emitProto([...resources, everyKind]))

  test('has a message and a list message for each resource, in the order of the registry', () => {
    const expected = [...resources, everyKind].flatMap((resource) => [
      messageOf(resource),
      `${messageOf(resource)}List`,
    ])
    expect(messages.map((message) => message.name)).toStrictEqual(expected)
  })

  test.each([...resources, everyKind])(
    'has each field of $name under its number, and the empty ones under 1000',
    (resource) => {
      const message = getMessage(messages, messageOf(resource))
      const keys = [...baseFields, ...Object.keys(resource.fields)]
      const expected = keys.map((key) => [findField(resource, key)?.number, snakeCase(key)])
      const found = message.fields.map(({ number, name }) => [number, name])
      expect(found).toStrictEqual([...expected.toSorted(([a], [b]) => Number(a) - Number(b)), [1000, 'empty']])
      const list = getMessage(messages, `${messageOf(resource)}List`)
      expect(list.fields).toStrictEqual([
        { label: 'repeated', type: messageOf(resource), name: pluralOf(resource.name), number: 1 },
      ])
    },
  )

  test.each([...resources, everyKind])('has the types of their kinds for the fields of $name', (resource) => {
    for (const { name, type, label } of getMessage(messages, messageOf(resource)).fields.slice(3, -1)) {
      const field = resource.fields[camelCase(name)]
      if (!field) throw new Error(`${name} is no field`)
      const isMap = field.kind === 'map'
      expect([name, label]).toStrictEqual([name, isMap ? '' : kindOf(field).isRepeated ? 'repeated' : 'optional'])
      if (kindOf(field).proto(field) !== 'enum') expect([name, type]).toStrictEqual([name, kindOf(field).proto(field)])
    }
  })

  test.each(messages)('uses in $name only types that exist, and no name or number twice', ({ name, fields, enums }) => {
    const types = [...scalars, ...enums.map((one) => one.name), ...(name.endsWith('List') ? [name.slice(0, -4)] : [])]
    expect(fields.filter((field) => !types.includes(field.type))).toStrictEqual([])
    // Enum values are in the scope of the message, next to its enums (protobuf language guide, "Enumerations").
    const scope = [...enums.map((one) => one.name), ...enums.flatMap((one) => one.values.map((value) => value.name))]
    for (const names of [scope, fields.map((field) => field.name), fields.map((field) => field.number)]) {
      expect(names.filter((one, index) => (names as unknown[]).indexOf(one) !== index)).toStrictEqual([])
    }
    // Two fields whose names differ only in underscores collide in protobuf's JSON.
    expect(new Set(fields.map((field) => camelCase(field.name))).size).toBe(fields.length)
  })

  test('numbers the choices of a select from 0, as the wire does', () => {
    for (const resource of [...resources, everyKind]) {
      const { enums, fields } = getMessage(messages, messageOf(resource))
      const selects = Object.entries(resource.fields).filter(([, field]) => field.kind === 'select' && !field.moreIn)
      expect(enums).toHaveLength(selects.length)
      for (const [key, { values = [] }] of selects) {
        const type = fields.find((field) => field.name === snakeCase(key))?.type
        const numbers = enums.find((one) => one.name === type)?.values.map((value) => value.number)
        expect([key, numbers]).toStrictEqual([key, values.map((_, index) => index)])
      }
    }
  })

  test('documents that a secret is write-only', () => {
    expect(emitProto([everyKind])).toContain('  // Only ever written.\n  optional string password = 27;')
  })
})

describe('the reader of .proto files', () => {
  const head = 'syntax = "proto3";\n\npackage a.v1;\n\n'
  test.each([
    ['proto2', 'syntax = "proto2";\n\npackage a.v1;\n\nmessage A {\n}\n'],
    ['no number', `${head}message A {\n  optional string a;\n}\n`],
    ['number 0', `${head}message A {\n  optional string a = 0;\n}\n`],
    ['a name with a capital', `${head}message A {\n  optional string aB = 4;\n}\n`],
    ['a value that ends in an underscore', `${head}message A {\n  enum B {\n    B_ = 0;\n  }\n}\n`],
    ['a block left open', `${head}message A {\n  optional string a = 4;\n`],
    ['something between messages', `${head}message A {\n}\n\nimport "b";\n`],
  ])('refuses %s', (_, text) => {
    expect(() => readProto(text)).toThrow()
  })
})

function getMessage(messages: readonly ProtoMessage[], name: string): ProtoMessage {
  const message = messages.find((one) => one.name === name)
  if (!message) throw new Error(`there is no message ${name}`)
  return message
}
