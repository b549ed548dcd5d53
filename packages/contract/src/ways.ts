import { type Role, subjectAccess } from './access.ts'
import { fieldAccess, type Resource } from './resource.ts'
import { courtCase } from './resources/case.ts'
import { envelope } from './resources/envelope.ts'
import { inboxItem } from './resources/inbox-item.ts'
import { matter } from './resources/matter.ts'

/** Whether a field of a resource is seen by whoever looks. */
export type CanSee = (resource: Resource, key: string) => boolean

/** The fields by which a value is reached, each reference on the way and the value itself. */
export type Way = readonly (readonly [Resource, string])[]

/** The fields that a role sees in its lists. */
export function sightOf(role: Role): CanSee {
  return (resource, key) =>
    subjectAccess(resource.subject, role) !== 'DENY' && fieldAccess(resource, key, role) !== 'DENY'
}

/**
 * Whether a value is seen that is reached by these fields: all of them are. Whoever may not know to which client a
 * matter leads does not learn the client's name by the matter either.
 */
export function seesWay(canSee: CanSee, way: Way): boolean {
  return way.every(([resource, key]) => canSee(resource, key))
}

const toCase: Way = [[envelope, 'caseId']]
const toMatter: Way = [...toCase, [courtCase, 'matterId']]

/** How a filing leads to the records around it. */
export const waysFromFiling = {
  envelope: [],
  case: toCase,
  matter: toMatter,
  client: [...toMatter, [matter, 'clientId']],
  judge: [...toCase, [courtCase, 'judgeId']],
  jurisdiction: [...toCase, [courtCase, 'jurisdictionId']],
  court: [[envelope, 'ecfxJurisdictionId']],
} as const satisfies Record<string, Way>

/** What it is counted by which notices an exception of the firm caught. */
export const waysOfCaught: Way = [
  [inboxItem, 'status'],
  [inboxItem, 'disposition'],
  [inboxItem, 'reason'],
  [inboxItem, 'receivedAt'],
]

/** How a case leads to the records that a storage policy can be set at. */
export const waysFromCase = {
  case: [],
  matter: [[courtCase, 'matterId']],
  client: [
    [courtCase, 'matterId'],
    [matter, 'clientId'],
  ],
  practice_group: [
    [courtCase, 'matterId'],
    [matter, 'practiceGroupId'],
  ],
  location: [
    [courtCase, 'matterId'],
    [matter, 'locationId'],
  ],
  firm: [],
} as const satisfies Record<string, Way>
