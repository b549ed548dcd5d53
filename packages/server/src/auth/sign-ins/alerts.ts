import { privatePlace } from '@courtcrier/contract/resources/sign-in.ts'
import { sql } from 'kysely'
import { announce } from '../../base/db/changes.ts'
import type { Trx } from '../../base/db/database.ts'
import { newId } from '../../base/db/ids.ts'
import { firmUrl } from '../../base/firm-url.ts'
import { recordEvent } from '../../records/audit.ts'
import { recordTry, startWaitingMails, type WaitingMailDeps } from '../waiting-mails.ts'
import { alertMail, type SignInAlert } from './alert-mail.ts'
import type { Origin } from './origin.ts'

/** Announced when a user needs to be notified of a sign-in. */
const entity = 'sign_in_alert'
const table = 'sign_in_alerts'

interface Noted {
  firmId: number
  userId: string
  /** The sign-in. */
  id: string
  origin: Origin
  /** The browser showed that this user has signed in with it before. */
  isKnownBrowser: boolean
  now: Date
}

/**
 * Records that a sign-in came from a country or a program this user hadn't signed in from, in its transaction: the email
 * about it is sent afterwards. A user's very first sign-in isn't news, nor is anything twice.
 */
export async function noteWhatIsNew(trx: Trx, noted: Noted): Promise<void> {
  const { firmId, userId, origin, now } = noted
  const { place, program } = await findNew(trx, noted)
  if (place === null && program === null) return
  const { rows } = await sql<{ fullName: string }>`
    insert into sign_in_alerts (firm_id, id, user_id, created_at, new_place, new_program, place, program,
      network)
    select u.firm_id, ${newId()}::uuid, u.id, ${now}::timestamptz, ${place}::text, ${program}::text,
      ${origin.place}::text, ${origin.program}::text, ${origin.network}::text
    from users u where u.firm_id = ${firmId}::integer and u.id = ${userId}::uuid
    on conflict do nothing
    returning (select full_name from users u where u.firm_id = sign_in_alerts.firm_id and u.id = user_id) as "fullName"`.execute(
    trx,
  )
  const [user] = rows
  // Someone else noted it at the same moment.
  if (!user) return
  await announce(trx, { firmId, entity, ids: [userId] })
  const what = [place, program].filter((part) => part !== null).join(', ')
  await recordEvent(trx, {
    ...{ firmId, level: 'WARNING', type: 'other', userId, entity: 'user', entityId: userId },
    sentence: `${user.fullName} signed in from somewhere new: ${what}.`,
    action: 'sign_in_new',
    recordTitle: user.fullName,
    facts: { what },
  })
}

/** Returns the country and the program of a sign-in if they are new; null for what isn't, or isn't known. */
async function findNew(
  trx: Trx,
  { firmId, userId, id, origin, isKnownBrowser }: Noted,
): Promise<{ place: string | null; program: string | null }> {
  const place = origin.place === privatePlace ? null : origin.place
  const program = isKnownBrowser ? null : origin.program
  const { rows } = await sql<{ place: string | null; program: string | null }>`
    with earlier as (select s.place, s.program from sign_ins s
      where s.firm_id = ${firmId}::integer and s.user_id = ${userId}::uuid and s.outcome = 'SIGNED_IN'
        and s.id <> ${id}::uuid),
    told as (select a.new_place, a.new_program from sign_in_alerts a
      where a.firm_id = ${firmId}::integer and a.user_id = ${userId}::uuid)
    select case when not exists (select from earlier where place = ${place})
        and not exists (select from told where new_place = ${place}) then ${place}::text end as place,
      case when not exists (select from earlier where program = ${program})
        and not exists (select from told where new_program = ${program}) then ${program}::text end as program
    where exists (select from earlier)`.execute(trx)
  return rows[0] ?? { place: null, program: null }
}

/** Notifies users of sign-ins from somewhere new as they happen, and of those a process left behind when it ended. */
export function startSignInAlerts(deps: WaitingMailDeps & { publicUrl: string }): { close: () => Promise<void> } {
  const mailOf = (alert: SignInAlert) => alertMail(alert, firmUrl(deps.publicUrl, alert.hostNames))
  return startWaitingMails(deps, { table, entity, find, mailOf, settle })
}

async function find(trx: Trx, { firmId, id }: { firmId: number; id: string }): Promise<SignInAlert | undefined> {
  const { rows } = await sql<SignInAlert>`
    select a.firm_id as "firmId", a.id, a.user_id as "userId", a.created_at as at, a.new_place as "newPlace",
      a.new_program as "newProgram", a.place, a.program, a.network, u.email, u.full_name as "fullName",
      u.display_name as "displayName", f.name as "firmName", f.host_names as "hostNames",
      f.signon_type <> 'local' as "hasSignOn", coalesce(g.time_zone, f.default_time_zone) as "timeZone"
    from sign_in_alerts a join firms f on f.id = a.firm_id
      join users u on u.firm_id = a.firm_id and u.id = a.user_id and u.is_active
      left join timekeepers t on t.firm_id = u.firm_id and t.id = u.timekeeper_id
      left join timekeeper_groups g on g.firm_id = t.firm_id and g.id = t.timekeeper_group_id
    where a.firm_id = ${firmId}::integer and a.id = ${id}::uuid`.execute(trx)
  return rows[0]
}

async function settle(
  trx: Trx,
  { firmId, id, userId, fullName }: SignInAlert,
  failure: string | undefined,
): Promise<void> {
  const isFirstFailure = await recordTry(trx, { table, firmId, id, failure })
  if (failure === undefined || !isFirstFailure) return
  await recordEvent(trx, {
    ...{ firmId, level: 'WARNING', type: 'other', userId, entity: 'user', entityId: userId },
    sentence: `${fullName} couldn't be notified of a sign-in from somewhere new.`,
    details: failure,
    action: 'sign_in_mail_failed',
    recordTitle: fullName,
    facts: { why: failure },
  })
}
