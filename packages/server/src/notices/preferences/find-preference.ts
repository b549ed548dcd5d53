import type { Court } from '../../courts/directory/court.ts'

/** An enabled jurisdiction preference of the firm. */
export interface Preference {
  id: string
  description: string
  /** The notification rules it lists. */
  ruleIds: readonly string[]
  autoCaseCreationId: string | null
  documentProcessingId: string | null
  /** Applies only to notices served on an address at one of these domains; to all notices when empty. */
  domains: readonly string[]
  groups: readonly { categories: readonly string[]; jurisdictionIds: readonly string[] }[]
  /** True if it lists no group and so applies to every court. */
  isForAll: boolean
}

/** What decides whether a preference fits a notice. */
export interface ServedNotice {
  court: Court | undefined
  /** The firm's own jurisdictions of the notice's cases; those of its court as long as it has no case. */
  jurisdictionIds: readonly string[]
  /** The addresses the court served. */
  emails: readonly string[]
}

/**
 * Returns the preference that counts for a notice, for its rules, its case and its documents alike: the first of the
 * firm's, which are in their order, that fits.
 */
export function findPreference<Each extends Pick<Preference, 'domains' | 'groups' | 'isForAll'>>(
  preferences: readonly Each[],
  notice: ServedNotice,
): Each | undefined {
  return preferences.find((preference) => fits(preference, notice))
}

function fits(
  { isForAll, groups, domains }: Pick<Preference, 'domains' | 'groups' | 'isForAll'>,
  notice: ServedNotice,
): boolean {
  if (domains.length > 0 && !notice.emails.some((email) => isAtOneOf(email, domains))) return false
  if (isForAll) return true
  const category = notice.court && categoryOf(notice.court)
  return groups.some(
    ({ categories, jurisdictionIds }) =>
      (category !== undefined && categories.includes(category)) ||
      notice.jurisdictionIds.some((id) => jurisdictionIds.includes(id)),
  )
}

/** Whether an address is at one of the domains or below it. */
export function isAtOneOf(email: string, domains: readonly string[]): boolean {
  const at = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return domains.some((domain) => at === domain.toLowerCase() || at.endsWith(`.${domain.toLowerCase()}`))
}

/** The court's category; a group can include whole categories of courts (jurisdiction_group.categories). */
export function categoryOf({ system, type, level }: Court): string | undefined {
  if (system === 'federal') return type === 'NONE' ? 'FEDERAL_OTHER' : `FEDERAL_${type}`
  if (system === 'state') return level === 'appellate' ? 'STATE_APPELLATE' : 'STATE_TRIAL'
  return undefined
}
