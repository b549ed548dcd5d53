import { agentKinds } from '@courtcrier/contract/api-keys.ts'
import { expiryWarningDays } from '@courtcrier/contract/credential-kinds.ts'
import type { EventAction } from '@courtcrier/contract/event-actions.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { recordEvent } from '../records/audit.ts'

const everyMs = 6 * 60 * 60_000

interface ExpiringKind {
  entity: string
  table: string
  action: EventAction
  sentenceOf: (row: Expiring) => string
  /** Where the day is, if not in `expires_at`. */
  column?: string
  /** Only these rows, if not all. */
  where?: RawBuilder<boolean>
}

/** What expires on a day that a person entered. */
const kinds: readonly ExpiringKind[] = [
  {
    entity: credential.name,
    table: 'credentials',
    action: 'credential_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The credential "${name}" expires on ${expiresAt}. Copies saved with it wait from then on, until it is replaced.`,
  },
  {
    entity: mailbox.name,
    table: 'mailboxes',
    action: 'mailbox_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The secret of the mailbox "${name}" expires on ${expiresAt}. Its notices wait there from then on, until it is replaced.`,
  },
  {
    entity: mailSender.name,
    table: 'mail_senders',
    action: 'sender_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The secret of the sending account "${name}" expires on ${expiresAt}. Emails wait from then on, until it is replaced.`,
  },
  {
    entity: mailbox.name,
    table: 'mailboxes',
    column: 'sign_in_ends_at',
    action: 'mailbox_sign_in_ends',
    sentenceOf: ({ name, expiresAt }) =>
      `The sign-in of the mailbox "${name}" ends on ${expiresAt}. Its notices wait there from then on, until someone signs in again.`,
    where: sql<boolean>`is_active`,
  },
  {
    entity: mailSender.name,
    table: 'mail_senders',
    column: 'sign_in_ends_at',
    action: 'sender_sign_in_ends',
    sentenceOf: ({ name, expiresAt }) =>
      `The sign-in of the sending account "${name}" ends on ${expiresAt}. Emails wait from then on, until someone signs in again.`,
    where: sql<boolean>`is_active`,
  },
  {
    entity: identityProvider.name,
    table: 'identity_providers',
    action: 'provider_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The secret of the identity provider "${name}" expires on ${expiresAt}. From then on no one can sign in by it, until it is replaced.`,
  },
  {
    entity: 'api_key',
    table: 'api_keys',
    action: 'api_key_expires',
    sentenceOf: ({ name, expiresAt }) =>
      `The API key "${name}" expires on ${expiresAt}. The program that uses it stops then, unless the key is rotated before.`,
    // An agent's own ends only when it has been away for months.
    where: sql<boolean>`revoked_at is null and kind not in (${sql.join([...agentKinds])})`,
  },
]

/** Reminds firms of credentials, mailboxes, sending accounts, identity providers and API keys that expire soon, at startup and a few times a day. */
export function startExpiryWatch(services: Pick<Services, 'database' | 'log'>): () => void {
  const run = () =>
    warnOfExpiry(services.database).catch((err: unknown) =>
      services.log.error({ err }, 'the check for expiring credentials failed'),
    )
  const timer = setInterval(run, everyMs)
  void run()
  return () => clearInterval(timer)
}

/** Warns about each once per warning day reached. Returns the number of warnings. */
export async function warnOfExpiry(database: Services['database'], now = new Date()): Promise<number> {
  const today = now.toISOString().slice(0, 10)
  let told = 0
  for (const kind of kinds) told += await warnOfKind(database, kind, today)
  return told
}

async function warnOfKind(database: Services['database'], kind: ExpiringKind, today: string): Promise<number> {
  const firms = await withSystem(database, async (trx) => {
    const { rows } = await sql<{ firmId: number }>`
      select distinct firm_id as "firmId" from ${sql.table(kind.table)}
      where ${isDue(kind, today)}`.execute(trx)
    return rows
  })
  let told = 0
  for (const { firmId } of firms)
    told += await withFirm(database, firmId, (trx) => warnFirm(trx, { firmId, kind, today }))
  return told
}

function isDue(
  { where = sql<boolean>`true`, column = 'expires_at' }: ExpiringKind,
  today: string,
): RawBuilder<boolean> {
  return sql`${sql.ref(column)}::date between ${today}::date and ${today}::date + ${expiryWarningDays[0]}::integer and ${where}`
}

interface Expiring {
  id: string
  name: string
  expiresAt: string
  days: number
}

interface Warning {
  firmId: number
  kind: ExpiringKind
  today: string
}

async function warnFirm(trx: Trx, { firmId, kind, today }: Warning): Promise<number> {
  const day = sql`${sql.ref(kind.column ?? 'expires_at')}::date`
  // The lock keeps two workers from warning about the same credential.
  const { rows } = await sql<Expiring>`
    select id, name, ${day}::text as "expiresAt", ${day} - ${today}::date as days
    from ${sql.table(kind.table)} where firm_id = ${firmId} and ${isDue(kind, today)}
    order by id for update`.execute(trx)
  let told = 0
  for (const row of rows) {
    const due = expiryWarningDays.filter((days) => row.days <= days).at(-1)
    if (due === undefined || (await wasTold(trx, { firmId, kind, row, due }))) continue
    await recordEvent(trx, {
      firmId,
      level: due === expiryWarningDays[0] ? 'WARNING' : 'ERROR',
      type: 'other',
      sentence: kind.sentenceOf(row),
      entity: kind.entity,
      entityId: row.id,
      action: kind.action,
      recordTitle: row.name,
      facts: { date: row.expiresAt, due: String(due) },
    })
    told += 1
  }
  return told
}

interface Told {
  firmId: number
  kind: ExpiringKind
  row: Expiring
  due: number
}

async function wasTold(trx: Trx, { firmId, kind, row: { id, expiresAt }, due }: Told): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from system_events where firm_id = ${firmId} and entity = ${kind.entity} and entity_id = ${id}
        and action = ${kind.action} and facts ->> 'date' = ${expiresAt} and (facts ->> 'due')::int <= ${due}
    ) as found`.execute(trx)
  return rows[0]?.found ?? false
}
