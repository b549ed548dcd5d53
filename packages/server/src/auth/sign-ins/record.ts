import {
  type SignInOutcome,
  type SignInReason,
  type SignInWay,
  signInDays,
} from '@courtcrier/contract/resources/sign-in.ts'
import { sql } from 'kysely'
import type { Database, Trx } from '../../base/db/database.ts'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { noteWhatIsNew } from './alerts.ts'
import type { Origin } from './origin.ts'

interface Attempt {
  firmId: number
  /** Undefined for an address that no user has. */
  userId: string | undefined
  way: SignInWay
  /** Name of the identity provider. */
  provider?: string
  origin: Origin
  now: Date
}

/** Records an attempt to sign in that failed. */
export async function recordRefusal(
  trx: Trx,
  { outcome, ...attempt }: Attempt & { outcome: Exclude<SignInOutcome, 'SIGNED_IN'>; reason?: SignInReason },
): Promise<void> {
  await insertSignIn(trx, { ...attempt, id: newId(), outcome })
}

/** Records a sign-in with its session, and what is new about it, of which the user is then notified. */
export async function recordSignIn(
  trx: Trx,
  { sessionId, isKnownBrowser, ...attempt }: Attempt & { userId: string; sessionId: string; isKnownBrowser: boolean },
): Promise<void> {
  await insertSignIn(trx, { ...attempt, id: sessionId, outcome: 'SIGNED_IN' })
  await noteWhatIsNew(trx, { ...attempt, id: sessionId, isKnownBrowser })
}

/** Removes the sign-ins that are too old to be kept. Alerts stay with their user, so that nothing is new twice. */
export async function forgetOldSignIns(database: Database): Promise<void> {
  await withSystem(database, (trx) =>
    sql`delete from sign_ins where created_at < now() - make_interval(days => ${signInDays}::integer)`.execute(trx),
  )
}

interface NewSignIn extends Attempt {
  id: string
  outcome: SignInOutcome
  reason?: SignInReason
}

/** The same statement whether or not there is a user: how long it takes must not say which. */
async function insertSignIn(trx: Trx, row: NewSignIn): Promise<void> {
  const { firmId, id, userId, outcome, reason, way, provider, origin, now } = row
  await sql`insert into sign_ins (firm_id, id, created_at, updated_at, user_id, outcome, reason, way, provider, program,
      network, place)
    select u.firm_id, ${id}::uuid, ${now}::timestamptz, ${now}::timestamptz, u.id, ${outcome}::text,
      ${reason ?? null}::text, ${way}::text,
      ${provider ?? null}::text, ${origin.program}::text, ${origin.network}::text, ${origin.place}::text
    from users u where u.firm_id = ${firmId}::integer and u.id = ${userId ?? null}::uuid`.execute(trx)
}
