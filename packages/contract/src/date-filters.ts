import type { Field } from './fields/field.ts'
import { findField, type Resource } from './resource.ts'

/** Returns whether a field has days or points in time. */
export function isDateKind(field: Field | undefined): boolean {
  return field?.kind === 'date' || field?.kind === 'timestamp'
}

/**
 * Returns the filters by days or points in time, of which a search may have one, with two dates (specification, section
 * 5). Whether a field has any value is no question about dates.
 */
export function dateFiltersOf<F extends { field: string }>(resource: Resource, filters: readonly F[]): F[] {
  return filters.filter((filter) => !('isEmpty' in filter) && isDateKind(findField(resource, filter.field)))
}
