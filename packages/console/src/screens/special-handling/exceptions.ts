import type { Caught } from '@courtcrier/contract/calls/console.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'

/** An exception to the usual processing of notices: settings of the firm, or records of a resource. */
export interface Exception {
  /** The key of its texts. */
  id: string
  /** Its settings; it is active when one of them has a value. */
  keys?: readonly (keyof Firm)[]
  records?: ExceptionRecords
  caught?: keyof Caught
  /** Whether it is Courtcrier's own rule, without settings. */
  isBuiltIn?: true
}

/** A value of a record that distinguishes active ones. */
interface Active {
  field: string
  value: string
}

/** Records that make an exception, and which of them apply. */
export interface ExceptionRecords {
  resource: string
  inForce?: Active
  /** They apply only if an active record of this resource names them in the field. */
  namedBy?: { resource: string; field: string; inForce: Active }
  /** The firm's setting without which none applies, and the key of the sentence that says so. */
  onlyWith?: { key: keyof Firm; offKey: string }
}

const enabledPreference = {
  resource: 'jurisdiction_preference',
  inForce: { field: 'enabled', value: 'true' },
}

export const exceptions: readonly Exception[] = [
  { id: 'ignoredCases', records: { resource: 'ignored_case' }, caught: 'ignored_cases' },
  { id: 'ignoredStatuses', keys: ['ignoredCaseStatuses'], caught: 'ignored_statuses' },
  { id: 'manual', keys: ['manuallyProcessNotices', 'manualProcessEmails'], caught: 'manual' },
  { id: 'accepted', keys: ['acceptedEmailDomains'], caught: 'accepted_domains' },
  { id: 'ignored', keys: ['ignoredEmailDomains'], caught: 'ignored_domains' },
  { id: 'automatic', isBuiltIn: true, caught: 'automatic' },
  {
    id: 'formats',
    records: { resource: 'notice_format', inForce: { field: 'isActive', value: 'true' } },
    caught: 'formats',
  },
  {
    id: 'preferences',
    records: enabledPreference,
    caught: 'preferences',
  },
  {
    id: 'autoCases',
    records: { resource: 'auto_case_creation', namedBy: { ...enabledPreference, field: 'autoCaseCreationId' } },
    caught: 'auto_cases',
  },
  {
    id: 'walls',
    records: { resource: 'ethical_wall', onlyWith: { key: 'internalWallsEnabled', offKey: 'firm.walls.off' } },
  },
]

/** Returns the IDs that the rows have in a field, each once. */
export function namedIds(rows: readonly AnyRow[], field: string): readonly string[] {
  return [...new Set(rows.flatMap((row) => (row[field] ? String(row[field]) : [])))]
}

/** Returns whether a setting has a value. */
export function isInForce(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value === true
}

/** Returns whether the search text occurs in any of the texts. */
export function hasText(texts: readonly unknown[], sought: string): boolean {
  return texts.flat().some((text) => String(text).toLowerCase().includes(sought.trim().toLowerCase()))
}
