import {
  type Condition,
  type ConditionOperator,
  parseCondition,
  type Test,
} from '@courtcrier/contract/rule-condition.ts'
import { i18next } from '../../i18n/i18n.ts'
import { formatList } from '../../ui/format-list.ts'
import './text.ts'

/** Text keys of the comparisons. */
export const operatorKeys: Readonly<Record<ConditionOperator, string>> = {
  is: 'is',
  'is not': 'isNot',
  contains: 'contains',
  'does not contain': 'lacks',
  'starts with': 'starts',
}

/** Returns a condition in words: `the court is “S.D. Fla.” and the event contains “order” or “judgment”`. */
function conditionWords(condition: Condition): string {
  if (condition.kind === 'time') return i18next.t('conditionWords.time', { from: condition.from, to: condition.to })
  if (condition.kind === 'test') return testWords(condition)
  const parts = condition.of.map((part) =>
    part.kind === 'and' || part.kind === 'or' ? `(${conditionWords(part)})` : conditionWords(part),
  )
  return parts.join(` ${i18next.t(`condition.${condition.kind}`)} `)
}

/** Returns a saved condition in words; as it is written if it can't be read, and undefined if there is none. */
export function writtenInWords(text: string): string | undefined {
  const parsed = parseCondition(text)
  if ('problem' in parsed) return text
  return parsed.condition && conditionWords(parsed.condition)
}

function testWords({ field, operator, values }: Test): string {
  const quoted = values.map((value) => i18next.t('conditionWords.value', { value }))
  return i18next.t(`conditionWords.${operatorKeys[operator]}`, {
    field: i18next.t(`conditionWords.field.${field}`),
    values: formatList(quoted, 'disjunction'),
  })
}
