import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
import { sql } from 'kysely'
import { withFirm } from '../../base/db/firm-transaction.ts'
import { mailMoment } from '../../outbox/mail/mail-moment.ts'
import { failureOf } from '../../outbox/mail/send-failure.ts'
import type { SendMail, SystemMail } from '../../outbox/mail/system-mail.ts'
import { recordEvent } from '../../records/audit.ts'
import type { FactorDeps } from './factor-deps.ts'
import type { FactorOwner } from './find-factors.ts'

/** What happened to a user's second factors, as the email says. */
export type FactorNews =
  | { kind: 'totp_added' | 'totp_removed' | 'recovery_made' | 'recovery_used' | 'reset' }
  | { kind: 'passkey_added' | 'passkey_removed'; name: string }

/**
 * Emails a user what happened to their second factors: someone who has stolen a session or a password would add one of
 * their own.
 */
export async function tellOfFactor(
  deps: Pick<FactorDeps, 'database' | 'now'> & { sendMail: SendMail },
  { firmId, userId, news }: FactorOwner & { news: FactorNews },
): Promise<void> {
  const facts = await withFirm(deps.database, firmId, async (trx) => {
    const { rows } = await sql<Omit<MailFacts, 'news' | 'at'>>`
      select u.email, coalesce(nullif(u.display_name, ''), u.full_name) as name, f.name as "firmName",
        coalesce(g.time_zone, f.default_time_zone) as "timeZone"
      from users u join firms f on f.id = u.firm_id
        left join timekeepers t on t.firm_id = u.firm_id and t.id = u.timekeeper_id
        left join timekeeper_groups g on g.firm_id = t.firm_id and g.id = t.timekeeper_group_id
      where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid`.execute(trx)
    return rows[0]
  })
  if (!facts) return
  const why = failureOf(await deps.sendMail({ ...factorMail({ ...facts, news, at: deps.now() }), firmId }))
  if (why === undefined) return
  await withFirm(deps.database, firmId, (trx) =>
    recordEvent(trx, {
      ...{ firmId, level: 'ERROR', type: 'other', userId, entity: 'user', entityId: userId },
      sentence: `${facts.email} couldn't be notified of a change to their second factors.`,
      details: why,
    }),
  )
}

interface MailFacts {
  email: string
  name: string
  firmName: string
  timeZone: string | null
  news: FactorNews
  at: Date
}

function factorMail({ email, name, firmName, timeZone, news, at }: MailFacts): SystemMail {
  const sentences = [
    `Hello ${name},`,
    `${sentenceOf(news)} of your Courtcrier account at ${firmName}, on ${mailMoment(at, timeZone)}.`,
    "If that wasn't you, change your password at once, log out everywhere else on your profile page, and tell an administrator at your firm.",
  ]
  return {
    to: email,
    subject: `${subjectOf(news)} your Courtcrier account at ${firmName}`,
    text: `${sentences.join('\n\n')}\n`,
    html: sentences.map((sentence) => `<p>${escapeMarkup(sentence)}</p>`).join(''),
  }
}

function subjectOf({ kind }: FactorNews): string {
  if (kind === 'recovery_used') return 'A recovery code was used for'
  if (kind === 'recovery_made') return 'New recovery codes for'
  return kind.endsWith('_added') ? 'A second factor was added to' : 'A second factor was removed from'
}

function sentenceOf(news: FactorNews): string {
  if (news.kind === 'passkey_added') return `The passkey "${news.name}" was added as a second factor`
  if (news.kind === 'passkey_removed') return `The passkey "${news.name}" was removed from the second factors`
  return sentences[news.kind]
}

const sentences = {
  totp_added: 'An authenticator app was added as a second factor',
  totp_removed: 'The authenticator app was removed from the second factors',
  recovery_made: 'New recovery codes were created, and the former ones ended, for the second factors',
  recovery_used: 'Someone signed in with a recovery code instead of the second factor',
  reset: 'An administrator removed all second factors',
} as const
