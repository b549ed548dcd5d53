import type { WireType } from '@bufbuild/protobuf/wire'
import type { Field } from './fields/field.ts'
import { kindOf } from './fields/registry.ts'
import { baseFields, findField, type Resource } from './resource.ts'

/** How a field is written. */
export interface Writable {
  field: Field
  kind: ReturnType<typeof kindOf>
  wireType: WireType
  /** How programs from before a change of the field read it too. */
  former?: Writable
}

const writables = new WeakMap<Resource, (key: string) => Writable | undefined>()

/** Returns a lookup that resolves each field once, not again for each row of a page. */
export function writablesOf(resource: Resource): (key: string) => Writable | undefined {
  const known = writables.get(resource)
  if (known) return known
  const byKey = new Map<string, Writable>()
  const find = (key: string) => byKey.get(key) ?? remember(key)
  const remember = (key: string) => {
    const found = findField(resource, key)
    if (!found) return undefined
    const field = idField(resource, key, found)
    const former = formerField(field)
    const writable = { ...writableOf(field), ...(former ? { former: writableOf(former) } : {}) }
    byKey.set(key, writable)
    return writable
  }
  writables.set(resource, find)
  return find
}

function writableOf(field: Field): Writable {
  const kind = kindOf(field)
  return { field, kind, wireType: kind.wireType(field) }
}

/** Returns the field as it was before a firm could add choices of its own. */
function formerField(field: Field): Field | undefined {
  const { moreIn: _, formerly: number, ...former } = field
  return number === undefined ? undefined : { ...former, number }
}

/** A field with its key. */
export interface NumberedField {
  key: string
  field: Field
}
type FieldsByNumber = ReadonlyMap<number, NumberedField>
const numbered = new WeakMap<Resource, FieldsByNumber>()

/** Returns the fields by the numbers they are read under, also their former ones. */
export function fieldsByNumber(resource: Resource): FieldsByNumber {
  const cached = numbered.get(resource)
  if (cached) return cached
  const keys = [...baseFields, ...Object.keys(resource.fields)]
  const entries = keys.flatMap((key) => {
    const field = idField(resource, key, findField(resource, key) as Field)
    return [field, formerField(field) ?? []].flat().map((each) => [each.number, { key, field: each }] as const)
  })
  const made = new Map(entries)
  numbered.set(resource, made)
  return made
}

/**
 * Returns the field as encoded: the firm's ID is a number on the wire (specification, section 3), every other ID a
 * string.
 */
function idField(resource: Resource, key: string, field: Field): Field {
  return key === 'id' && resource.idKind === 'number' ? numberId : field
}

const numberId: Field = { kind: 'number', number: 1, integer: true }
