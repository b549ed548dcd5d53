import type { Caught } from '@courtcrier/contract/calls/console.ts'
import type { Firm } from '@courtcrier/contract/resources/firm.ts'

/** An exception to the usual processing of notices: settings of the firm, or records of a resource. */
export interface Exception {
  /** The key of its texts. */
  id: string
  /** Its settings; it is active when one of them has a value. */
  keys?: readonly (keyof Firm)[]
  /** Its records, and the value that distinguishes active ones. */
  records?: { resource: string; inForce?: { field: string; value: string } }
  caught?: keyof Caught
  /** Whether it is Courtcrier's own rule, without settings. */
  isBuiltIn?: true
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
    records: { resource: 'jurisdiction_preference', inForce: { field: 'enabled', value: 'true' } },
    caught: 'preferences',
  },
  { id: 'autoCases', records: { resource: 'auto_case_creation' }, caught: 'auto_cases' },
  { id: 'walls', records: { resource: 'ethical_wall' } },
]

/** Returns whether a setting has a value. */
export function isInForce(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value === true
}

/** Returns whether the search text occurs in any of the texts. */
export function hasText(texts: readonly unknown[], sought: string): boolean {
  return texts.flat().some((text) => String(text).toLowerCase().includes(sought.trim().toLowerCase()))
}
