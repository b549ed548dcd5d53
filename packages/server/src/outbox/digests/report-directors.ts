import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { roleFromRow, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import type { Way } from '@courtcrier/contract/ways.ts'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { type DatabaseRecord, rowOf } from '../../base/db/rows.ts'
import { type Director, findDirectors } from '../../records/directors/find-directors.ts'
import { whyNotDirected } from '../../records/directors/why-not-directed.ts'
import type { Wall } from '../../records/walls/walls.ts'
import type { DigestKind } from './claim.ts'
import type { DigestRow } from './digest-row.ts'

const named: Way = [
  [envelope, 'caseName'],
  [envelope, 'caseId'],
  [courtCase, 'name'],
]

interface DirectedReport {
  /** The firm's list of addresses for it, or the setting of a group; absent if its reader's role alone decides. */
  field?: string
  /** The fields that its lines contain. */
  way: Way
  /** A group requests it for its people, and shows each of them no more than the console does. */
  isOfGroup?: true
}

const reports: Readonly<Partial<Record<DigestKind, DirectedReport>>> = {
  activity: {
    field: 'receiveDailyActivityReport',
    isOfGroup: true,
    way: [
      ...named,
      [envelope, 'event'],
      ...(['status', 'sentence', 'openCount', 'timekeeperId'] as const).map((key) => [delivery, key] as const),
      [timekeeper, 'fullName'],
    ],
  },
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
  accounts: {
    way: [mailbox, mailSender].flatMap((each) => (['name', 'sentence'] as const).map((key) => [each, key] as const)),
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

/** Returns whether the people who had a report sent to its reader may not see what is behind these walls. */
export type IsBarred = (walls: readonly Wall[]) => boolean

export type ReportOf = Pick<DigestRow, 'firmId' | 'email' | 'kind' | 'groupId' | 'firmRecord'>

/** Finds what the people may see who entered an address into a list for reports, or turned a group's report on. */
export async function findReportDirectors(trx: Trx, row: ReportOf): Promise<IsBarred> {
  const { firmId, email, kind, groupId, firmRecord } = row
  const report = reports[kind]
  // A preview shows what its viewer may see.
  if (!report || firmRecord === undefined) return () => false
  const { field, way, isOfGroup } = report
  const direction =
    field === undefined
      ? undefined
      : isOfGroup
        ? { entity: timekeeperGroup.name, id: String(groupId), field }
        : { entity: firm.name, id: firmRecord, field, value: email }
  const directors = direction ? (await findDirectors(trx, { firmId, records: [direction] }))(direction) : []
  const readers = isOfGroup || !direction ? await findUsers(trx, row) : []
  return (walls) => whyNotDirected([...directors, ...readers], { walls, way }) !== undefined
}

/** The users who have an address, themselves or as a timekeeper. */
async function findUsers(trx: Trx, { firmId, email }: ReportOf): Promise<readonly Director[]> {
  const { rows } = await sql<{ userId: string; timekeeperId: string | null; role: DatabaseRecord }>`
    select u.id as "userId", u.timekeeper_id as "timekeeperId", to_jsonb(s.*) as role
    from users u join user_security_roles s on s.firm_id = u.firm_id and s.id = u.security_role_id
      left join timekeepers t on t.firm_id = u.firm_id and t.id = u.timekeeper_id
    where u.firm_id = ${firmId}::integer and lowered(${email}::text) in (lowered(u.email), lowered(t.email))`.execute(
    trx,
  )
  return rows.map(({ userId, timekeeperId, role }) => ({
    userId,
    isDeleted: false,
    timekeeperId: timekeeperId ?? undefined,
    role: roleFromRow(rowOf(userSecurityRole, role)),
  }))
}
