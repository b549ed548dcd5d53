import { sql } from 'kysely'
import type { Config } from '../base/config.ts'
import type { Database, Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import { failureOf } from '../outbox/mail/send-failure.ts'
import type { SendMail } from '../outbox/mail/system-mail.ts'
import { recordEvent } from '../records/audit.ts'
import type { SessionUser } from '../records/session-user.ts'
import { wayBackMail } from './reset-mail.ts'

/** Whether everyone but the administrators of a firm signs in by an identity provider. */
export async function hasSingleSignOn(trx: Trx, firmId: number): Promise<boolean> {
  const { rows } = await sql`select 1 from firms where id = ${firmId}::integer and signon_type <> 'local'`.execute(trx)
  return rows.length > 0
}

/** Logs that an administrator got in past single sign-on. */
export async function noteWayBackIn(trx: Trx, firmId: number, user: SessionUser): Promise<void> {
  await recordEvent(trx, {
    firmId,
    level: 'WARNING',
    type: 'other',
    sentence: `${user.fullName} signed in with a password although the firm uses single sign-on.`,
    userId: user.id,
    entity: 'user',
    entityId: user.id,
    action: 'way_back_used',
    recordTitle: user.fullName,
  })
}

interface WayBackDeps {
  database: Database
  config: Pick<Config, 'publicUrl'>
  sendMail: SendMail
  now: () => Date
}

/** Emails all administrators of the firm that one of them signed in with a password. */
export async function tellOfWayBackIn(
  deps: WayBackDeps,
  { firmId, user }: { firmId: number; user: SessionUser },
): Promise<void> {
  const addresses = await withFirm(deps.database, firmId, (trx) => findAdministrators(trx, firmId))
  for (const { email, firmName } of addresses) {
    const why = failureOf(
      await deps.sendMail({ ...wayBackMail({ to: email, firmName, user, at: deps.now() }), firmId }),
    )
    if (why === undefined) continue
    await withFirm(deps.database, firmId, (trx) => noteUnsent(trx, { firmId, email, why }))
  }
}

async function findAdministrators(trx: Trx, firmId: number): Promise<readonly { email: string; firmName: string }[]> {
  const { rows } = await sql<{ email: string; firmName: string }>`
    select u.email, f.name as "firmName" from users u
      join user_security_roles r on r.firm_id = u.firm_id and r.id = u.security_role_id
      join firms f on f.id = u.firm_id
    where u.firm_id = ${firmId} and u.is_active and not u.is_service_account and r.is_system_defined and r.name = 'Administrator'
    order by u.email`.execute(trx)
  return rows
}

async function noteUnsent(trx: Trx, { firmId, email, why }: { firmId: number; email: string; why: string }) {
  await recordEvent(trx, {
    firmId,
    level: 'ERROR',
    type: 'other',
    sentence: `${email} couldn't be notified that an administrator signed in with a password.`,
    details: why,
  })
}
