import { parseCondition } from '@courtcrier/contract/rule-condition.ts'
import type { Behaviour } from './behaviour.ts'

/** A rule without an address would change nothing, and one whose condition can't be read would never hold. */
export const notificationRuleBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const { includeEmails, excludeEmails } = { ...current, ...values } as Record<string, readonly string[] | undefined>
    const parsed = parseCondition(typeof values.template === 'string' ? values.template : '')
    return [
      ...('problem' in parsed ? [{ field: 'template', code: `condition:${parsed.problem}` }] : []),
      ...(includeEmails?.length || excludeEmails?.length ? [] : [{ field: 'includeEmails', code: 'email_required' }]),
    ]
  },
}
