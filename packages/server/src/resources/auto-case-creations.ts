import type { Behaviour } from './behaviour.ts'

/** Without either nobody would be assigned to the cases that are made. */
export const autoCaseCreationBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const { timekeepers, partyEmailDomains } = { ...current, ...values } as Record<
      string,
      readonly string[] | undefined
    >
    if (timekeepers?.length || partyEmailDomains?.length) return []
    return [{ field: 'timekeepers', code: 'timekeeper_or_domain_required' }]
  },
}
