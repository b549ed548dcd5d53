import type { Behaviour } from '../records/behaviour.ts'

/** Requires timekeepers or party email domains: without either, no one would be assigned to the cases it creates. */
export const autoCaseCreationBehaviour: Behaviour = {
  beforeSave: async (_, { values, current }) => {
    const { timekeepers, partyEmailDomains } = { ...current, ...values } as Record<
      string,
      readonly string[] | undefined
    >
    if (timekeepers?.length || partyEmailDomains?.length) return []
    return [{ field: 'timekeepers', code: 'timekeeper_or_domain_required', alsoReads: ['partyEmailDomains'] }]
  },
}
