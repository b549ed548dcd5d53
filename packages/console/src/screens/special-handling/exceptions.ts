import type { Firm } from '@courtcrier/contract/resources/firm.ts'

/** What a rule caught lately, as the server counts it. */
export interface Caught {
  ignored_domains: number
  accepted_domains: number
  ignored_statuses: number
  manual: number
}

/** Something that makes notices go another way than usual: settings of the firm, or records of a resource. */
export interface Exception {
  /** The key of its texts. */
  id: string
  /** Settings that make it up; it is in force when one of them says something. */
  keys?: readonly (keyof Firm)[]
  /** Records that make it up, and the values that only those in force have. */
  records?: { resource: string; inForce?: { field: string; value: string } }
  caught?: keyof Caught
  /** Kept, while nothing in this version goes by it. */
  isKeptOnly?: boolean
}

export const exceptions: readonly Exception[] = [
  { id: 'ignoredCases', records: { resource: 'ignored_case' }, isKeptOnly: true },
  { id: 'ignoredStatuses', keys: ['ignoredCaseStatuses'], caught: 'ignored_statuses' },
  { id: 'manual', keys: ['manuallyProcessNotices', 'manualProcessEmails'], caught: 'manual', isKeptOnly: true },
  { id: 'accepted', keys: ['acceptedEmailDomains'], caught: 'accepted_domains' },
  { id: 'ignored', keys: ['ignoredEmailDomains'], caught: 'ignored_domains' },
  { id: 'formats', records: { resource: 'notice_format', inForce: { field: 'isActive', value: 'true' } } },
  {
    id: 'preferences',
    records: { resource: 'jurisdiction_preference', inForce: { field: 'enabled', value: 'true' } },
    isKeptOnly: true,
  },
  { id: 'autoCases', records: { resource: 'auto_case_creation' }, isKeptOnly: true },
  { id: 'walls', records: { resource: 'ethical_wall' } },
]

/** Whether a setting says anything. */
export function isInForce(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : value === true
}

/** Whether what is looked for stands in any of the texts. */
export function hasText(texts: readonly unknown[], sought: string): boolean {
  return texts.flat().some((text) => String(text).toLowerCase().includes(sought.trim().toLowerCase()))
}
