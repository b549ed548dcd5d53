import { type Condition, type ConditionOperator, conditionHolds, type Test } from './rule-condition.ts'
import type { ConditionField, RuleFacts } from './rule-facts.ts'

/** Whether a condition will hold for a case's next filing, of which only the case is known. */
export type Outlook = 'always' | 'never' | 'depends'

export interface KnownFacts {
  facts: RuleFacts
  /** Facts a filing can't add to, such as the judge; it may bring more of any other. */
  closed: readonly ConditionField[]
}

/** Returns whether a condition holds for every filing of the case, for none, or depends on the filing. */
export function conditionOutlook(condition: Condition | undefined, known: KnownFacts): Outlook {
  if (!condition) return 'always'
  if (condition.kind === 'time') return 'depends'
  if (condition.kind === 'test') return testOutlook(condition, known)
  const parts = condition.of.map((part) => conditionOutlook(part, known))
  const [decides, otherwise] =
    condition.kind === 'and' ? (['never', 'always'] as const) : (['always', 'never'] as const)
  if (parts.includes(decides)) return decides
  return parts.includes('depends') ? 'depends' : otherwise
}

/** More facts can only turn a positive test true and a negative one false. */
function testOutlook(test: Test, { facts, closed }: KnownFacts): Outlook {
  const holds = conditionHolds(test, facts)
  if (closed.includes(test.field)) return holds ? 'always' : 'never'
  if (isNegative(test.operator)) return holds ? 'depends' : 'never'
  return holds ? 'always' : 'depends'
}

function isNegative(operator: ConditionOperator): boolean {
  return operator === 'is not' || operator === 'does not contain'
}
