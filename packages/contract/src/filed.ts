import { type Role, subjectAccess } from './access.ts'
import { fieldAccess, type Resource } from './resource.ts'
import { getResource } from './resources/registry.ts'

/** Records that others are filed under. */
export const filedUnder = ['matter', 'client'] as const
export type FiledUnder = (typeof filedUnder)[number]

/** One sort of record that is filed under another. */
export interface FiledSection {
  /** The resource whose records they are. */
  entity: string
  /** The fields by which one leads to the other; a role that does not see one of them is not told what they lead to. */
  by: readonly (readonly [entity: string, field: string])[]
}

const ofMatter = [['case', 'matterId']] as const
const ofFiling = [['envelope', 'caseId'], ...ofMatter] as const
const people = [
  ['case', 'assignedTimekeepers'],
  ['matter', 'billingTimekeeperId'],
  ['matter', 'supervisingTimekeeperId'],
  ['matter', 'originatingTimekeeperId'],
] as const

const sections: readonly FiledSection[] = [
  { entity: 'case', by: ofMatter },
  { entity: 'envelope', by: ofFiling },
  { entity: 'document', by: [['document', 'envelopeId'], ...ofFiling] },
  { entity: 'delivery', by: [['delivery', 'envelopeId'], ...ofFiling] },
  { entity: 'document_copy', by: [['document_copy', 'envelopeId'], ...ofFiling] },
  { entity: 'timekeeper', by: [...people, ...ofMatter] },
]

const ofClient: FiledSection['by'] = [['matter', 'clientId']]

/** Everything that is filed, told and stored under a matter or a client, in the order in which people look for it. */
export function filedSections(under: FiledUnder): readonly FiledSection[] {
  if (under === 'matter') return sections
  const throughMatters = sections.map(({ entity, by }) => {
    const own = entity === 'timekeeper' ? ([['client', 'originatingTimekeeperId']] as const) : []
    return { entity, by: [...by, ...ofClient, ...own] }
  })
  return [{ entity: 'matter', by: ofClient }, ...throughMatters]
}

/** Whether a role may see which records of a section belong where. */
export function mayList({ entity, by }: FiledSection, role: Role): boolean {
  const isSeen = (resource: Resource) => subjectAccess(resource.subject, role) !== 'DENY'
  const links = by.every(([name, field]) => fieldAccess(getResource(name), field, role) !== 'DENY')
  return links && isSeen(getResource(entity))
}
