import { type Caught, type CaughtByRule, readSpecialHandling } from '@courtcrier/contract/calls/console.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { seesWay, sightOf, waysOfCaught } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirmRead } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { ignoreReasons } from '../../notices/pipeline/ignore-reasons.ts'
import type { SearchScope } from '../../records/viewer.ts'
import { isVisible } from '../../records/visible-rows.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'
import { countByRule } from './caught-by-rule.ts'

const days = 30

type CaughtByKind = Omit<Caught, 'formats' | 'preferences'>

/** Returns how many recent notices each of the firm's exceptions caught, and each of its rules. */
export function specialHandlingRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  serveCall(api, readSpecialHandling, async ({ request }) => {
    demand(request, firm, 'READ')
    const caller = demand(request, inboxItem, 'READ')
    if (!seesWay(sightOf(caller.role), waysOfCaught)) throw new ApiError('forbidden')
    return withFirmRead(database, caller.firmId, async (trx) => {
      const recent = sql`select t.id, t.disposition, t.reason from inbox_items t where ${isRecent(caller)}`
      const rules = await countByRule(trx, caller, recent)
      const sumOf = (kind: CaughtByRule['kind']) =>
        rules.reduce((sum, rule) => (rule.kind === kind ? sum + rule.count : sum), 0)
      const totals = { formats: sumOf('formats'), preferences: sumOf('preferences') }
      return { days, caught: { ...(await countCaught(trx, caller)), ...totals }, rules }
    })
  })
}

/** Whether the firm's settings made a notice wait for a person, who may have approved it since. */
const waitedForApproval = sql`exists (
  select from history h where h.firm_id = t.firm_id and h.inbox_item_id = t.id and h.stage = 'deliver' and h.outcome = 'review')`

const hadCaseMade = sql`exists (
  select from case_creations k where k.firm_id = t.firm_id and k.inbox_item_id = t.id)`

/** Whether the item `t`, which the caller may see, was received in these days. */
function isRecent(scope: SearchScope): RawBuilder<boolean> {
  return sql<boolean>`t.firm_id = ${scope.firmId}::integer
    and t.received_at > now() - make_interval(days => ${days}::integer) and ${isVisible('t', inboxItem, scope)}`
}

/** Whether an exception that ends or stops notices, or makes cases of them, caught the item `t`. */
function isCaught(scope: SearchScope): RawBuilder<boolean> {
  return sql<boolean>`${isRecent(scope)}
    and (t.disposition = 'IGNORED' or ${waitedForApproval} or ${hadCaseMade})`
}

/** Counts by kind what the items' own columns and timelines say. */
async function countCaught(trx: Trx, scope: SearchScope): Promise<CaughtByKind> {
  const ignoredAs = (pattern: string) =>
    sql`count(*) filter (where disposition = 'IGNORED' and reason like ${pattern})::int`
  const { rows } = await sql<CaughtByKind>`
    select ${ignoredAs(ignoreReasons.ignoredDomain('%'))} as ignored_domains,
      ${ignoredAs(ignoreReasons.domainNotAccepted('%'))} as accepted_domains,
      ${ignoredAs(ignoreReasons.ignoredStatus('%', '%'))} as ignored_statuses,
      count(*) filter (where disposition = 'IGNORED' and (reason like ${ignoreReasons.ignoredCase('%', '%')}
        or reason like ${ignoreReasons.ignoredWhile('%', '%', '%')}))::int as ignored_cases,
      count(*) filter (where disposition = 'IGNORED' and (reason = ${ignoreReasons.ownMail}
        or reason like ${ignoreReasons.automaticReply('%')} or reason like ${ignoreReasons.newsletter('%')}))::int as automatic,
      count(*) filter (where ${waitedForApproval})::int as manual,
      count(*) filter (where ${hadCaseMade})::int as auto_cases
    from inbox_items t where ${isCaught(scope)}`.execute(trx)
  return (
    rows[0] ?? {
      ignored_domains: 0,
      accepted_domains: 0,
      ignored_statuses: 0,
      ignored_cases: 0,
      manual: 0,
      auto_cases: 0,
      automatic: 0,
    }
  )
}
