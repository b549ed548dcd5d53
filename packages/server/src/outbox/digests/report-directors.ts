import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import type { Trx } from '../../base/db/database.ts'
import { findDirectors } from '../../records/directors/find-directors.ts'
import { whyNotDirected } from '../../records/directors/why-not-directed.ts'
import type { Wall } from '../../records/walls/walls.ts'
import type { DigestKind } from './claim.ts'
import type { DigestRow } from './digest-row.ts'

const named: Way = [
  [envelope, 'caseName'],
  [envelope, 'caseId'],
  [courtCase, 'name'],
]

/** The firm's lists of addresses for reports, and the fields that lines of these reports contain. */
const reports: Readonly<Partial<Record<DigestKind, { field: string; way: Way }>>> = {
  dms_failures: {
    field: 'dmsFailureReportEmails',
    way: [
      ...named,
      [courtDocument, 'title'],
      [documentCopy, 'storagePolicyId'],
      [storagePolicy, 'name'],
      [documentCopy, 'sentence'],
    ],
  },
  case_not_found: {
    field: 'caseNotFoundReportEmails',
    way: (['caseName', 'docketNumber', 'event', 'reason'] as const).map((key) => [inboxItem, key] as const),
  },
  errors: {
    field: 'errorNotificationEmails',
    // Sentences of the log name records of every kind.
    way: [
      ...(['sentence', 'level', 'type', 'recordTitle'] as const).map((key) => [systemEvent, key] as const),
      ...named,
      [client, 'name'],
      [matter, 'name'],
      [courtDocument, 'title'],
      [inboxItem, 'subject'],
      [timekeeper, 'fullName'],
      [user, 'fullName'],
    ],
  },
}

/** Returns whether the person who entered the report's address may not see what is behind these walls. */
export type IsBarred = (walls: readonly Wall[]) => boolean

export type ReportOf = Pick<DigestRow, 'firmId' | 'email' | 'kind' | 'firmRecord'>

/** Finds what the people who entered an address into a list for reports may see. */
export async function findReportDirectors(trx: Trx, { firmId, email, kind, firmRecord }: ReportOf): Promise<IsBarred> {
  const report = reports[kind]
  if (!report || firmRecord === undefined) return () => false
  const direction = { entity: 'firm', id: firmRecord, field: report.field, value: email }
  const directors = (await findDirectors(trx, { firmId, records: [direction] }))(direction)
  return (walls) => whyNotDirected(directors, { walls, way: report.way }) !== undefined
}
