import type { Preference } from '../preferences/find-preference.ts'
import type { Rule } from './choose-recipients.ts'

/**
 * The rules for a notice: a rule that no preference lists applies everywhere; any other applies if the preference that
 * counts for the notice lists it.
 */
export function rulesOfCourt(
  rules: readonly Rule[],
  preferences: readonly Pick<Preference, 'ruleIds'>[],
  counting: Pick<Preference, 'ruleIds'> | undefined,
): readonly Rule[] {
  const named = new Set(preferences.flatMap(({ ruleIds }) => ruleIds))
  if (named.size === 0) return rules
  const chosen = new Set(counting?.ruleIds)
  return rules.filter(({ id }) => !named.has(id) || chosen.has(id))
}
