import { subjectAccess } from '@courtcrier/contract/access.ts'
import { type AnyRow, fieldAccess } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import type { Behaviour } from '../records/behaviour.ts'

/** Requires timekeepers or party email domains: without either, no one would be assigned to the cases it creates. */
export const autoCaseCreationBehaviour: Behaviour = {
  // A rule assigns on behalf of the person who set it: people on a case get all of its filings.
  whyBeyond: async (_, { before, after, writer: { role } }) => {
    const former = timekeepersOf(before)
    const isAdding = timekeepersOf(after).some((id) => !former.includes(id))
    const mayAssign =
      subjectAccess(courtCase.subject, role) === 'FULL' &&
      fieldAccess(courtCase, 'assignedTimekeepers', role) === 'FULL'
    return isAdding && !mayAssign ? [{ field: 'timekeepers', code: 'assigned_by_rule' }] : []
  },
  beforeSave: async (_, { values, current }) => {
    const { timekeepers, partyEmailDomains } = { ...current, ...values } as Record<
      string,
      readonly string[] | undefined
    >
    if (timekeepers?.length || partyEmailDomains?.length) return []
    return [{ field: 'timekeepers', code: 'timekeeper_or_domain_required', alsoReads: ['partyEmailDomains'] }]
  },
}

function timekeepersOf(row: AnyRow | undefined): readonly unknown[] {
  return Array.isArray(row?.timekeepers) ? row.timekeepers : []
}
