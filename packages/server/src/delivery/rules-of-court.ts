import type { Court } from '../courts/court.ts'
import type { Rule } from './choose-recipients.ts'

/** A jurisdiction preference in use, as far as rules go. */
export interface CourtPreference {
  /** The notification rules that it names. */
  ruleIds: readonly string[]
  /** Only notices that serve somebody at one of these domains; every one when empty. */
  domains: readonly string[]
  groups: readonly { categories: readonly string[]; jurisdictionIds: readonly string[] }[]
  /** It names no group, so it fits every court. */
  isForAll: boolean
}

export interface ServedNotice {
  court: Court | undefined
  /** The firm's jurisdictions of its cases. */
  jurisdictionIds: readonly string[]
  /** Whom the court served. */
  emails: readonly string[]
}

/**
 * The rules that apply to a notice: those that no preference names apply everywhere; the others where the first
 * preference that fits the notice names them.
 */
export function rulesOfCourt(
  rules: readonly Rule[],
  preferences: readonly CourtPreference[],
  notice: ServedNotice,
): readonly Rule[] {
  const named = new Set(preferences.flatMap(({ ruleIds }) => ruleIds))
  if (named.size === 0) return rules
  const chosen = new Set(preferences.find((preference) => fits(preference, notice))?.ruleIds)
  return rules.filter(({ id }) => !named.has(id) || chosen.has(id))
}

function fits({ isForAll, groups, domains }: CourtPreference, notice: ServedNotice): boolean {
  if (domains.length > 0 && !notice.emails.some((email) => domains.some((domain) => isAt(email, domain)))) return false
  if (isForAll) return true
  const category = notice.court && categoryOf(notice.court)
  return groups.some(
    ({ categories, jurisdictionIds }) =>
      (category !== undefined && categories.includes(category)) ||
      notice.jurisdictionIds.some((id) => jurisdictionIds.includes(id)),
  )
}

function isAt(email: string, domain: string): boolean {
  const at = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  return at === domain.toLowerCase() || at.endsWith(`.${domain.toLowerCase()}`)
}

/** The category of the directory's courts that groups take in as a whole (jurisdiction_group.categories). */
function categoryOf({ system, type, level }: Court): string | undefined {
  if (system === 'federal') return type === 'NONE' ? 'FEDERAL_OTHER' : `FEDERAL_${type}`
  if (system === 'state') return level === 'appellate' ? 'STATE_APPELLATE' : 'STATE_TRIAL'
  return undefined
}
