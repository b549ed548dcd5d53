import { hasGaps } from '@courtcrier/contract/condition-rows.ts'
import { parseCondition, parseDraft } from '@courtcrier/contract/rule-condition.ts'
import type { Behaviour } from '../records/behaviour.ts'

/** A rule without an address would change nothing, and one whose condition can't be read would never hold. */
export const notificationRuleBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const { includeEmails, excludeEmails } = { ...current, ...values } as Record<string, readonly string[] | undefined>
    const code = problemOf(typeof values.template === 'string' ? values.template : '')
    return [
      ...(code ? [{ field: 'template', code }] : []),
      ...(includeEmails?.length || excludeEmails?.length ? [] : [noEmail]),
    ]
  },
}

const noEmail = { field: 'includeEmails', code: 'email_required', alsoReads: ['excludeEmails'] } as const

/** A condition that was clicked together names what is unfinished, not where the parser stopped. */
function problemOf(template: string): string | undefined {
  const parsed = parseCondition(template)
  if (!('problem' in parsed)) return undefined
  const draft = parseDraft(template)
  return 'condition' in draft && hasGaps(draft.condition) ? 'condition_unfinished' : `condition:${parsed.problem}`
}
