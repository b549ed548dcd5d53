import { type Role, subjectAccess } from './access.ts'
import { fieldAccess, type Resource } from './resource.ts'
import { courtCase } from './resources/case.ts'
import { client } from './resources/client.ts'
import { courtDocument } from './resources/document.ts'
import { documentCopy } from './resources/document-copy.ts'
import { envelope } from './resources/envelope.ts'
import { inboxItem } from './resources/inbox-item.ts'
import { judge } from './resources/judge.ts'
import { jurisdiction } from './resources/jurisdiction.ts'
import { matter } from './resources/matter.ts'
import { timekeeper } from './resources/timekeeper.ts'

/** Returns whether the viewer may see a field of a resource. */
export type CanSee = (resource: Resource, key: string) => boolean

/** The fields that lead to a value: each reference on the path, then the value itself. */
export type Way = readonly (readonly [Resource, string])[]

/** Returns a check for the fields a role sees in its lists. */
export function sightOf(role: Role): CanSee {
  return (resource, key) =>
    subjectAccess(resource.subject, role) !== 'DENY' && fieldAccess(resource, key, role) !== 'DENY'
}

/**
 * Returns whether a value reached through these fields may be seen: only if all of them may. Someone who may not know a
 * matter's client doesn't learn the client's name through the matter either.
 */
export function seesWay(canSee: CanSee, way: Way): boolean {
  return way.every(([resource, key]) => canSee(resource, key))
}

const toCase: Way = [[envelope, 'caseId']]
const toMatter: Way = [...toCase, [courtCase, 'matterId']]

/** The paths from a filing to related records. */
export const waysFromFiling = {
  envelope: [],
  case: toCase,
  matter: toMatter,
  client: [...toMatter, [matter, 'clientId']],
  judge: [...toCase, [courtCase, 'judgeId']],
  jurisdiction: [...toCase, [courtCase, 'jurisdictionId']],
  court: [[envelope, 'ecfxJurisdictionId']],
} as const satisfies Record<string, Way>

/** The fields that determine which notices one of the firm's exceptions caught. */
export const waysOfCaught: Way = [
  [inboxItem, 'status'],
  [inboxItem, 'disposition'],
  [inboxItem, 'reason'],
  [inboxItem, 'receivedAt'],
]

/** The paths from a case to the records that can have a storage policy. */
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

/** The path from a case to the courts of its jurisdiction. */
export const wayToCourts: Way = [
  [courtCase, 'jurisdictionId'],
  [jurisdiction, 'ecfxJurisdictionIds'],
]

/** The fields that an email about a filing contains, apart from a firm's own template. */
export const waysOfFilingMail: Way = [
  ...(['caseId', 'caseName', 'caseNumbers', 'docketNumber', 'ecfxJurisdictionId', 'event', 'docketText'] as const).map(
    (key) => [envelope, key] as const,
  ),
  ...(['documentNumber', 'date', 'enteredAt', 'filedBy', 'filedOnBehalfOf', 'isSealed'] as const).map(
    (key) => [envelope, key] as const,
  ),
  [courtCase, 'name'],
  ...(['number', 'title', 'verdict', 'sentence', 'fileId', 'size', 'pages', 'sealed'] as const).map(
    (key) => [courtDocument, key] as const,
  ),
]

/** The fields that a message to a group's chat channel contains. */
export const waysOfChat: Way = [
  ...(['caseId', 'caseName', 'docketNumber', 'ecfxJurisdictionId', 'event', 'date', 'isSealed'] as const).map(
    (key) => [envelope, key] as const,
  ),
  [courtCase, 'name'],
]

/** The fields that a firm's template can put into an email about a filing. */
export const waysOfTemplate: Way = [
  ...waysOfFilingMail,
  ...waysFromFiling.client,
  ...waysFromFiling.judge,
  ...(['name', 'number'] as const).flatMap((key) => [[matter, key] as const, [client, key] as const]),
  [judge, 'name'],
  [courtCase, 'assignedTimekeepers'],
  [timekeeper, 'fullName'],
]

/** The fields that a document saved to a DMS contains: the document, and what its path and name can be made of. */
export const waysOfCopy: Way = [...waysOfTemplate, [documentCopy, 'path']]
