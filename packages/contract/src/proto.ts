import type { Call } from './calls/call.ts'
import type { Field } from './fields/field.ts'
import { kindOf } from './fields/registry.ts'
import { pluralOf, snakeCase } from './names.ts'
import { messageOf, type Resource } from './resource.ts'
import { emptyFieldNumber } from './wire.ts'

/**
 * Returns the `.proto` file of all resources, and of the calls that accept a message. It is for other programs;
 * Courtcrier itself uses the definitions.
 */
export function emitProto(resources: readonly Resource[], calls: readonly Call[] = []): string {
  const head = [
    '// Made from the resource definitions by `node packages/contract/src/emit-proto.ts`; do not edit.',
    'syntax = "proto3";',
    'package courtcrier.v1;',
  ]
  return `${[...head, ...resources.map(messageText), ...calls.flatMap(bodyText)].join('\n\n')}\n`
}

/** Returns the message for the body of a call that accepts one: texts, under the names of its definition. */
function bodyText({ message }: Call): string[] {
  if (!message) return []
  const fields = Object.entries(message.numbers).map(([name, number]) => `string ${name} = ${number};`)
  return [block(`message ${message.name}`, fields)]
}

function messageText(resource: Resource): string {
  const message = messageOf(resource)
  const idType = resource.idKind === 'number' ? 'sint32' : 'string'
  const base = [`optional ${idType} id = 1;`, 'optional uint64 created_at = 2;', 'optional uint64 updated_at = 3;']
  const own = Object.entries(resource.fields)
    .toSorted(([, a], [, b]) => a.number - b.number)
    .flatMap(([key, field]) => fieldText(message, key, field))
  const empty = ['// Numbers of the fields that are present but empty.', `repeated uint32 empty = ${emptyFieldNumber};`]
  return [
    block(`message ${message}`, [...base, ...own, ...empty]),
    block(`message ${message}List`, [`repeated ${message} ${pluralOf(resource.name)} = 1;`]),
  ].join('\n\n')
}

function fieldText(message: string, key: string, field: Field): string[] {
  const kind = kindOf(field)
  const name = snakeCase(key)
  const type = kind.proto(field)
  if (type === 'enum') return enumText(message, name, field)
  const prefix = type.startsWith('map') ? '' : kind.isRepeated ? 'repeated ' : 'optional '
  const comment = field.kind === 'secret' ? ['// Only ever written.'] : []
  const own = [...comment, `${prefix}${type} ${name} = ${field.number};`]
  return field.formerly === undefined ? own : [...formerText(name, field), ...own]
}

/** Programs built by an earlier file go on reading and writing the number; new ones need only the field itself. */
function formerText(name: string, { formerly, values = [] }: Field): string[] {
  const choices = values.map((value, index) => `${index} is ${value}`).join(', ')
  return [
    `// Number ${formerly} repeats ${name} for programs built before it was a text: ${choices}.`,
    `reserved ${formerly};`,
  ]
}

function enumText(message: string, name: string, field: Field): string[] {
  const upper = (text: string) =>
    text
      .toUpperCase()
      .replace(/[^A-Z0-9]+/g, '_')
      .replace(/_$/, '')
  const enumName = name.replace(/(^|_)([a-z0-9])/g, (_, _gap, letter: string) => letter.toUpperCase())
  const values = (field.values ?? []).map(
    (value, index) => `  ${upper(`${snakeCase(message).slice(1)}_${name}_${value}`)} = ${index};`,
  )
  return [`enum ${enumName} {`, ...values, '}', `optional ${enumName} ${name} = ${field.number};`]
}

function block(head: string, lines: readonly string[]): string {
  return `${head} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`
}
