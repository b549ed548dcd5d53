import { type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { UnhealthyThing } from '@courtcrier/contract/calls/dashboard.ts'
import { expiryWarningDays } from '@courtcrier/contract/credential-kinds.ts'
import {
  addDays,
  missingVerdicts,
  type UnhealthyKind,
  unhealthyDays,
  unhealthyKinds,
} from '@courtcrier/contract/dashboard.ts'
import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import { foldFor } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { dayIn } from '@courtcrier/lib/zoned-time.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { firmRows } from '../../base/db/firm-rows.ts'
import { countFilings, type FilingsWanted } from '../../notices/inbox-filings/count-filings.ts'
import { mostFolded } from '../../records/fold.ts'
import { whereOf } from '../../records/search.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { madeWithin } from './period.ts'
import { findQuietCourts } from './quiet-courts.ts'

/** Current problems with records the role may see; empty if all is well. */
export async function findUnhealthy(
  trx: Trx,
  scope: SearchScope,
  { zone, now }: { zone: string; now: Date },
): Promise<UnhealthyThing[]> {
  const today = dayIn(zone, now)
  const recent = madeWithin('t', { from: addDays(today, 1 - unhealthyDays), to: today }, zone)
  const found = await Promise.all([
    isSeen(inboxItem, scope.role) ? stoppedItems(trx, scope) : [],
    isSeen(courtDocument, scope.role) ? inStates(trx, scope, { ...missingDocuments, recent }) : [],
    isSeen(documentCopy, scope.role) ? inStates(trx, scope, { ...failedCopies, recent }) : [],
    ...accounts.map((account) =>
      isSeen(account.resource, scope.role) ? badAccounts(trx, scope, { account, today }) : [],
    ),
    isSeen(delivery, scope.role) ? inStates(trx, scope, { ...stuckDeliveries, recent }) : [],
    isSeen(envelope, scope.role) ? findQuietCourts(trx, scope, { zone, now }) : [],
  ])
  return found
    .flat()
    .filter((thing) => thing.kind !== 'delivery_waiting' || isOverdue(thing, now))
    .toSorted((a, b) => unhealthyKinds.indexOf(a.kind) - unhealthyKinds.indexOf(b.kind))
}

function isSeen(resource: Resource, role: Role): boolean {
  return subjectAccess(resource.subject, role) !== 'DENY'
}

/** Deliveries normally wait only moments; after this long, something is wrong with sending. */
const patienceMs = 15 * 60_000

function isOverdue({ oldest_at: oldest }: UnhealthyThing, now: Date): boolean {
  return oldest !== undefined && now.getTime() - Date.parse(oldest) > patienceMs
}

/** Items are counted up to this number: they aren't limited to a range of days, so there may be any number. */
const mostCounted = 10_000

const stopped: Readonly<Partial<Record<ItemStatus, UnhealthyKind>>> = {
  'Action Required': 'action_required',
  Failed: 'item_failed',
}

const stoppedParts = (Object.keys(stopped) as ItemStatus[]).map(
  (status): FilingsWanted => ({ statuses: [status], hidden: [false] }),
)

/** Counted as the inbox's tabs count: each filing once, if the role may see which items belong to one. */
async function stoppedItems(trx: Trx, scope: SearchScope): Promise<UnhealthyThing[]> {
  const fold = foldFor(inboxItem, scope.role)
  const most = fold ? mostFolded : mostCounted
  const kept = fold ? await countFilings(trx, scope, { wanted: stoppedParts, most: most + 1 }) : undefined
  const matching = whereOf('t', inboxItem, { query: { filters: [], freeText: '', ...(fold ? { fold } : {}) }, scope })
  const { rows } = await sql<{ status: ItemStatus; n: number; oldest: Date | null }>`
    select wanted.status, counted.n, counted.oldest
    from unnest(${stoppedParts.flatMap(({ statuses }) => statuses)}::text[]) wanted (status), lateral (
      select count(*)::int as n, min(received_at) as oldest from (
        select t.received_at from ${firmRows(inboxItem)} t
        where ${matching} and t.status = wanted.status and not t.hidden
        order by t.received_at limit ${kept ? 1 : most + 1}
      ) found
    ) counted where counted.n > 0`.execute(trx)
  return rows.flatMap(({ status, n, oldest }) => {
    const kind = stopped[status]
    const at = stoppedParts.findIndex(({ statuses }) => statuses.includes(status))
    return kind ? [thing(kind, { n: kept?.[at] ?? n, oldest, most })] : []
  })
}

function thing(
  kind: UnhealthyKind,
  { n, oldest, most = mostCounted }: { n: number; oldest: Date | null; most?: number },
): UnhealthyThing {
  return {
    kind,
    count: Math.min(n, most),
    is_at_least: n > most,
    ...(oldest ? { oldest_at: oldest.toISOString() } : {}),
  }
}

interface Account {
  resource: Resource
  /** Those that are refused, if that is known. */
  failing?: UnhealthyKind
  expires: UnhealthyKind
  where: RawBuilder<boolean>
}

const isInUse = sql<boolean>`is_active`

/** What Courtcrier signs in with, or others sign in by. */
const accounts: readonly Account[] = [
  {
    resource: credential,
    failing: 'credential_failing',
    expires: 'credential_expires',
    where: sql<boolean>`true`,
  },
  { resource: mailbox, failing: 'mailbox_failing', expires: 'mailbox_expires', where: isInUse },
  { resource: mailSender, failing: 'sender_failing', expires: 'sender_expires', where: isInUse },
  { resource: identityProvider, expires: 'provider_expires', where: isInUse },
]

/** Returns the accounts that are refused, and those that expire so soon that a new secret should be requested. */
async function badAccounts(
  trx: Trx,
  { firmId }: SearchScope,
  { account: { resource, failing, expires, where }, today }: { account: Account; today: string },
): Promise<UnhealthyThing[]> {
  const isFailing = failing ? sql`health = 'failing'` : sql`false`
  const { rows } = await sql<{ refused: number; ending: number }>`
    select (count(*) filter (where ${isFailing}))::int as refused,
      (count(*) filter (where expires_at <= ${today}::date + ${expiryWarningDays[0]}::integer))::int as ending
    from ${firmRows(resource)} where firm_id = ${firmId} and ${where}`.execute(trx)
  const { refused, ending } = rows[0] ?? { refused: 0, ending: 0 }
  return [
    ...(failing && refused > 0 ? [thing(failing, { n: refused, oldest: null })] : []),
    ...(ending > 0 ? [thing(expires, { n: ending, oldest: null })] : []),
  ]
}

interface States {
  resource: Resource
  column: string
  kinds: Readonly<Partial<Record<UnhealthyKind, readonly string[]>>>
}

const missingDocuments: States = {
  resource: courtDocument,
  column: 'verdict',
  kinds: { document_missing: missingVerdicts },
}
const failedCopies: States = { resource: documentCopy, column: 'status', kinds: { copy_failed: ['failed'] } }
const stuckDeliveries: States = {
  resource: delivery,
  column: 'status',
  kinds: { delivery_failed: ['failed'], delivery_waiting: ['waiting', 'sending'] },
}

/** Returns how many recent rows are in the states of each kind, and the oldest of them. */
async function inStates(
  trx: Trx,
  scope: SearchScope,
  { resource, column, kinds, recent }: States & { recent: RawBuilder<boolean> },
): Promise<UnhealthyThing[]> {
  const state = sql.ref(`t.${column}`)
  const all = Object.values(kinds).flat()
  const { rows } = await sql<{ state: string; n: number; oldest: Date }>`
    select ${state} as state, count(*)::int as n, min(t.created_at) as oldest from ${firmRows(resource)} t
    where t.firm_id = ${scope.firmId} and ${recent} and ${state} = any(${all}::text[]) and ${isVisible('t', resource, scope)}
    group by 1`.execute(trx)
  return Object.entries(kinds).flatMap(([kind, states]) => {
    const own = rows.filter((row) => states.includes(row.state))
    const n = own.reduce((total, row) => total + row.n, 0)
    const oldest = new Date(Math.min(...own.map((row) => row.oldest.getTime())))
    return n > 0 ? [thing(kind as UnhealthyKind, { n, oldest })] : []
  })
}
