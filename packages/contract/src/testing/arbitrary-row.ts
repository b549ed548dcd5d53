import fc from 'fast-check'
import type { Field } from '../fields/field.ts'
import type { AnyRow, Resource } from '../resource.ts'
import { arbitraryTimestamp, arbitraryUuid, arbitraryValue } from './arbitrary-value.ts'

/** Generates a complete valid row: its ID and timestamps and a value for every field. */
export function arbitraryRow(resource: Resource): fc.Arbitrary<AnyRow> {
  return fc.record(arbitrariesOf(resource), { noNullPrototype: true })
}

/** Generates a row with any of its keys missing, as after redaction or in a change. */
export function arbitraryPartialRow(resource: Resource): fc.Arbitrary<AnyRow> {
  return fc.record(arbitrariesOf(resource), { requiredKeys: [], noNullPrototype: true })
}

function arbitrariesOf(resource: Resource): Record<string, fc.Arbitrary<unknown>> {
  const own = Object.entries(resource.fields).map(([key, field]: [string, Field]) => [key, arbitraryValue(field)])
  return {
    id: arbitraryId(resource),
    createdAt: arbitraryTimestamp,
    updatedAt: arbitraryTimestamp,
    ...Object.fromEntries(own),
  }
}

function arbitraryId(resource: Resource): fc.Arbitrary<string> {
  if (resource.idKind === 'number') return fc.integer({ min: 1, max: 2_147_483_647 }).map(String)
  return resource.idKind === 'text' ? fc.stringMatching(/^[a-z]{2,5}[0-9]?$/) : arbitraryUuid
}
