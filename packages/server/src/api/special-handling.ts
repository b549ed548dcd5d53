import { ApiError } from '@courtcrier/contract/errors.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { seesWay, sightOf, waysOfCaught } from '@courtcrier/contract/ways.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { ignoreReasons } from '../pipeline/ignore-reasons.ts'
import type { SearchScope } from '../resources/viewer.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { jsonContent, type Operation, objectSchema } from './operation.ts'
import { demand } from './resources.ts'

const days = 30

/** How many notices of the last days each of the firm's exceptions caught. */
export function specialHandlingRoutes(api: FastifyInstance, { database }: Pick<Services, 'database'>): void {
  api.get('/special_handling', { config: { operation } }, async (request) => {
    demand(request, firm, 'READ')
    const caller = demand(request, inboxItem, 'READ')
    if (!seesWay(sightOf(caller.role), waysOfCaught)) throw new ApiError('forbidden')
    return { days, caught: await withFirm(database, caller.firmId, (trx) => countCaught(trx, caller)) }
  })
}

interface Caught {
  ignored_domains: number
  accepted_domains: number
  ignored_statuses: number
  manual: number
}

async function countCaught(trx: Trx, scope: SearchScope): Promise<Caught> {
  const ignoredAs = (pattern: string) =>
    sql`count(*) filter (where disposition = 'IGNORED' and reason like ${pattern})::int`
  const { rows } = await sql<Caught>`
    select ${ignoredAs(ignoreReasons.ignoredDomain('%'))} as ignored_domains,
      ${ignoredAs(ignoreReasons.domainNotAccepted('%'))} as accepted_domains,
      ${ignoredAs(ignoreReasons.ignoredStatus('%', '%'))} as ignored_statuses,
      count(*) filter (where status = 'Manual')::int as manual
    from inbox_items t
    where t.firm_id = ${scope.firmId}::integer and received_at > now() - make_interval(days => ${days}::integer)
      and ${isVisible(inboxItem, scope)} and (disposition = 'IGNORED' or status = 'Manual')`.execute(trx)
  return rows[0] ?? { ignored_domains: 0, accepted_domains: 0, ignored_statuses: 0, manual: 0 }
}

const count = { type: 'integer', minimum: 0 }
const operation: Operation = {
  tag: 'Firm',
  summary: 'How many notices of the last days each exception of the firm caught',
  answer: jsonContent(
    objectSchema({
      days: count,
      caught: objectSchema({ ignored_domains: count, accepted_domains: count, ignored_statuses: count, manual: count }),
    }),
  ),
  refusals: [403],
}
