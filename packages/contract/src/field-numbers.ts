import { kindOf } from './fields/registry.ts'
import { snakeCase } from './names.ts'
import { baseFields, findField, type Resource } from './resource.ts'

/** The meaning of every number in every message: `{ case: { "9": "status: enum Open | Closed" } }`. */
export type FieldNumbers = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Returns the numbers in the current definitions. */
export function fieldNumbersOf(resources: readonly Resource[]): FieldNumbers {
  return Object.fromEntries(resources.map((resource) => [resource.name, numbersOf(resource)]))
}

/**
 * Compares the current numbers with the recorded ones: additions and breaking changes. Other programs still read by the
 * old numbers, so a number never changes its meaning, and choices are only added at the end.
 */
export function compareFieldNumbers(record: FieldNumbers, now: FieldNumbers): { added: string[]; broken: string[] } {
  const added = entriesOf(now).filter(([name, meaning]) => find(record, name) !== meaning)
  const broken = entriesOf(record).flatMap(([name, meaning]) => {
    const current = find(now, name)
    if (current !== undefined && isExtension(meaning, current)) return []
    return [`${name} is "${meaning}" on record and ${current === undefined ? 'gone' : `"${current}"`} now`]
  })
  return { added: added.map(([name, meaning]) => `${name} is "${meaning}"`), broken }
}

function numbersOf(resource: Resource): Record<string, string> {
  const entries = [...baseFields, ...Object.keys(resource.fields)].flatMap((key): [number, string][] => {
    const field = findField(resource, key)
    if (!field) return []
    const kind = kindOf(field)
    const isNumberId = key === 'id' && resource.idKind === 'number'
    const type = isNumberId ? 'sint32' : kind.isRepeated ? `repeated ${kind.proto(field)}` : kind.proto(field)
    const choices = `enum ${(field.values ?? []).join(' | ')}`
    const now: [number, string] = [field.number, `${snakeCase(key)}: ${type === 'enum' ? choices : type}`]
    return field.formerly === undefined ? [now] : [now, [field.formerly, `${snakeCase(key)}: ${choices}`]]
  })
  return Object.fromEntries(entries.toSorted(([a], [b]) => a - b))
}

function isExtension(meaning: string, current: string): boolean {
  return current === meaning || (meaning.includes(': enum ') && current.startsWith(`${meaning} | `))
}

function entriesOf(numbers: FieldNumbers): [name: string, meaning: string][] {
  return Object.entries(numbers).flatMap(([resource, fields]) =>
    Object.entries(fields).map(([number, meaning]): [string, string] => [`${resource}.${number}`, meaning]),
  )
}

function find(numbers: FieldNumbers, name: string): string | undefined {
  const [resource = '', number = ''] = name.split('.')
  return numbers[resource]?.[number]
}
