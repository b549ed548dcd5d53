import { type Role, subjectAccess } from './access.ts'
import { fieldAccess, type Resource } from './resource.ts'
import { getResource } from './resources/registry.ts'

/** Resources with pages that list other records. */
export const filedUnder = [
  'case',
  'matter',
  'client',
  'timekeeper',
  'judge',
  'jurisdiction',
  'ecfx_jurisdiction',
] as const
export type FiledUnder = (typeof filedUnder)[number]

/** A kind of record listed under another one. */
export interface FiledSection {
  /** The resource of the listed records. */
  entity: string
  /** The fields that link one to the other; a role that can't see one of them doesn't see the linked records. */
  by: Links
  /** Whether an empty section offers to create the first record. */
  isCreatable?: true
}

type Links = readonly (readonly [entity: string, field: string])[]

/** The fields that lead from a case to the record whose page it is. */
const fromCase: Readonly<Record<FiledUnder, Links>> = {
  case: [],
  matter: [['case', 'matterId']],
  client: [
    ['case', 'matterId'],
    ['matter', 'clientId'],
  ],
  timekeeper: [['case', 'assignedTimekeepers']],
  judge: [['case', 'judgeId']],
  jurisdiction: [['case', 'jurisdictionId']],
  ecfx_jurisdiction: [
    ['case', 'jurisdictionId'],
    ['jurisdiction', 'ecfxJurisdictionIds'],
  ],
}

const peopleOfMatter: Links = [
  ['matter', 'billingTimekeeperId'],
  ['matter', 'supervisingTimekeeperId'],
  ['matter', 'originatingTimekeeperId'],
]

/** Records of a court: those that name it, those of the firm's jurisdictions with it, and what applies to its notices. */
const ofCourt: readonly FiledSection[] = [
  { entity: 'case', by: fromCase.ecfx_jurisdiction },
  { entity: 'envelope', by: [['envelope', 'ecfxJurisdictionId']] },
  {
    entity: 'judge',
    by: [
      ['judge', 'jurisdictionId'],
      ['jurisdiction', 'ecfxJurisdictionIds'],
    ],
  },
  { entity: 'jurisdiction', by: [['jurisdiction', 'ecfxJurisdictionIds']] },
  {
    entity: 'jurisdiction_preference',
    by: [
      ['jurisdiction_preference', 'jurisdictionGroups'],
      ['jurisdiction_group', 'categories'],
      ['jurisdiction_group', 'jurisdictionIds'],
      ['jurisdiction', 'ecfxJurisdictionIds'],
    ],
    isCreatable: true,
  },
  { entity: 'notice_format', by: [['notice_format', 'ecfxJurisdictionId']], isCreatable: true },
]

/** A copy of a filing with several cases is listed with its own. */
const ofCopy: Links = [['document_copy', 'caseId']]

/** Returns everything listed under a record, in the order people look for it. */
export function filedSections(under: FiledUnder): readonly FiledSection[] {
  if (under === 'ecfx_jurisdiction') return ofCourt
  const toParent = fromCase[under]
  const cases = { entity: 'case', by: toParent }
  const filings = { entity: 'envelope', by: [['envelope', 'caseId'], ...toParent] } satisfies FiledSection
  const ofFilings = ['document', 'delivery', 'document_copy'].map((entity) => ({
    entity,
    by: [[entity, 'envelopeId'], ...(entity === 'document_copy' ? ofCopy : []), ...filings.by] as Links,
  }))
  if (under === 'case') return [filings, ...ofFilings]
  if (under === 'judge') return [cases, filings]
  if (under === 'jurisdiction') return [cases, filings, { entity: 'judge', by: [['judge', 'jurisdictionId']] }]
  if (under === 'timekeeper')
    return [
      cases,
      filings,
      { entity: 'delivery', by: [['delivery', 'timekeeperId']] },
      { entity: 'matter', by: peopleOfMatter },
    ]
  const own: Links = under === 'client' ? [['client', 'originatingTimekeeperId']] : []
  const all = [
    cases,
    filings,
    ...ofFilings,
    { entity: 'timekeeper', by: [['case', 'assignedTimekeepers'] as const, ...peopleOfMatter, ...toParent, ...own] },
  ]
  return under === 'matter' ? all : [{ entity: 'matter', by: [['matter', 'clientId']] }, ...all]
}

/** Returns whether a role may see which records of a section belong where. */
export function mayList({ entity, by }: FiledSection, role: Role): boolean {
  const isSeen = (resource: Resource) => subjectAccess(resource.subject, role) !== 'DENY'
  const links = by.every(([name, field]) => fieldAccess(getResource(name), field, role) !== 'DENY')
  return links && isSeen(getResource(entity))
}
