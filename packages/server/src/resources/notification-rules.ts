import type { Behaviour } from './behaviour.ts'

/** A rule without an address would change nothing. */
export const notificationRuleBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const { includeEmails, excludeEmails } = { ...current, ...values } as Record<string, readonly string[] | undefined>
    if (includeEmails?.length || excludeEmails?.length) return []
    return [{ field: 'includeEmails', code: 'email_required' }]
  },
}
