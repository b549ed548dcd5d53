import { sql } from 'kysely'
import { beforeEach } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import type { ClaimedJob } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import { wallTable } from '../../records/walls/walls.ts'
import { claimed, insert, openTestServices, type TestFiling, type TestServices } from '../copies/test-filing.ts'
import { type OutgoingMail, openOutgoingMail } from '../mail/outgoing-mail.ts'
import { type MailCatcher, openMailCatcher } from '../mail/test-mail-server.ts'
import { openKind } from '../run.ts'
import { digestKind } from './kind.ts'
import { claimAllDue } from './schedule.ts'

const sendDigest = (services: Services, mail: OutgoingMail, job: ClaimedJob) =>
  openKind(digestKind(services, mail)).run(job)

/** A mail server that accepts everything, and the connection to it. */
export interface TestMail {
  catcher: MailCatcher
  mail: OutgoingMail
  close: () => Promise<void>
}

/** Opens services and a mail server that accepts everything before each test, and closes both after it. */
export function withTestMail(use: (opened: { services: TestServices; server: TestMail }) => void): void {
  beforeEach(async () => {
    const services = await openTestServices({ COURTCRIER_MAIL_FROM: 'courtcrier@hale-osei.example' })
    const server = await openTestMail(services)
    use({ services, server })
    return async () => {
      await server.close()
      await services.close()
    }
  })
}

async function openTestMail(services: Services): Promise<TestMail> {
  const catcher = await openMailCatcher()
  const outgoing = { host: '127.0.0.1', port: catcher.port, isSecure: false }
  const mail = openOutgoingMail({ ...services.config, outgoing }, services.log)
  return {
    catcher,
    mail,
    close: async () => {
      await mail.close()
      await catcher.close()
    },
  }
}

/** Plants a timekeeper, in their own group if `group` has settings for it; for tests. */
export async function plantPerson(
  services: Services,
  email: string,
  { group, ...values }: Record<string, unknown> & { group?: Record<string, unknown> } = {},
): Promise<string> {
  const [id, groupId] = [newId(), newId()]
  await withSystem(services.database, async (trx) => {
    if (group)
      await insert(trx, 'timekeeper_groups', { firm_id: 1, id: groupId, name: groupId, time_zone: 'UTC', ...group })
    await insert(trx, 'timekeepers', {
      firm_id: 1,
      id,
      email,
      full_name: `Person ${email.split('@')[0]}`,
      ...(group ? { timekeeper_group_id: groupId } : {}),
      ...values,
    })
  })
  return id
}

/** Plants a delivery that has been waiting for the daily message since `at`; for tests. */
export async function plantScheduled(
  services: Services,
  filing: TestFiling,
  { at, ...values }: { at: string; email: string } & Record<string, unknown>,
): Promise<string> {
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'deliveries', {
      firm_id: filing.firmId,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      method: 'PDF',
      message_id: id,
      attempts: 0,
      status: 'scheduled',
      cadence: 'DAILY',
      reason: 'Assigned to the case Acme, Inc. v. Doe.',
      created_at: at,
      ...values,
    }),
  )
  return id
}

/** Returns the IDs of scheduled messages that are not finished. */
export async function unfinished(services: Services): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from digests where status in ('waiting', 'sending') order by id`.execute(services.database.kysely)
  return rows.map(({ id }) => id)
}

/** Finds and sends what is due at a given time, as a worker does; for tests. */
export async function runAt(services: Services, mail: OutgoingMail, now: string): Promise<number> {
  const count = await claimAllDue(services, new Date(now))
  for (const id of await unfinished(services)) await sendDigest(services, mail, claimed({ firmId: 1, id }))
  return count
}

/** Plants a copy of the filing's first document, saved or failed at a given time; for tests. */
export async function plantCopy(
  services: Services,
  filing: TestFiling,
  { at, status, sentence, caseId }: { at: string; status: string; sentence?: string; caseId?: string },
): Promise<void> {
  const id = newId()
  await withSystem(services.database, (trx) =>
    insert(trx, 'document_copies', {
      firm_id: 1,
      id,
      envelope_id: filing.envelopeId,
      inbox_item_id: filing.itemId,
      document_id: filing.documents[0]?.id,
      storage_policy_id: filing.policyId,
      file_id: '0'.repeat(64),
      copy_key: id,
      case_id: caseId ?? null,
      status,
      sentence: sentence ?? null,
      updated_at: at,
    }),
  )
}

/** Plants a notice that stopped because it needs a case; for tests. */
export async function plantNotice(services: Services, values: Record<string, unknown>): Promise<string> {
  const id = newId()
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'inbox_items', {
      firm_id: 1,
      id,
      status: 'Action Required',
      next_stage: 'match',
      received_at: '2026-11-20T12:00:00Z',
      raw_content: 'raw',
      fingerprint: id,
      ...values,
    })
    await insert(trx, 'history', {
      firm_id: 1,
      id: newId(),
      inbox_item_id: id,
      at: '2026-11-20T12:00:00Z',
      stage: 'match',
      outcome: 'review',
      sentence: 'No case has this number.',
    })
  })
  return id
}

/** Plants an event in the firm's log; for tests. */
export async function plantEvent(
  services: Services,
  { at, level = 'ERROR', sentence = 'Something happened.', ...about }: Record<string, string>,
): Promise<void> {
  await withSystem(services.database, (trx) =>
    insert(trx, 'system_events', { firm_id: 1, id: newId(), level, type: 'other', sentence, created_at: at, ...about }),
  )
}

/** Plants an email template and sets it in the firm setting; for tests. */
export async function plantTemplate(
  services: Services,
  setting: string,
  values: Record<string, unknown>,
): Promise<string> {
  const id = newId()
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'email_templates', { firm_id: 1, id, name: `Template ${id}`, ...values })
    await sql`update firms set ${sql.ref(setting)} = ${id}::uuid where firm_id = 1`.execute(trx)
  })
  return id
}

/** Plants an ethical wall around the matter of the filing's case; for tests. */
export async function plantWall(
  services: Services,
  filing: TestFiling,
  { wallType = 'EXCLUSIONARY', people }: { wallType?: string; people: readonly string[] },
): Promise<void> {
  await withSystem(services.database, async (trx) => {
    const { rows } = await sql<{ id: string }>`
      select matter_id as id from cases where id = ${filing.caseId}::uuid`.execute(trx)
    await insert(trx, wallTable, {
      firm_id: 1,
      id: newId(),
      name: 'Wall',
      wall_type: wallType,
      matter_id: rows[0]?.id,
      timekeeper_ids: people,
    })
  })
}
