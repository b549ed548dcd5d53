import { subjectAccess } from '@courtcrier/contract/access.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { rowToJson } from '@courtcrier/contract/json.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { type AnyRow, redact } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { jurisdiction } from '@courtcrier/contract/resources/jurisdiction.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../base/db/database.ts'
import { firmRows } from '../base/db/firm-rows.ts'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { Services } from '../base/services.ts'
import { courtAndWider, findCourt } from '../courts/directory.ts'
import { refuseUnseen } from '../resources/store.ts'
import type { SearchScope } from '../resources/viewer.ts'
import { isVisible } from '../resources/visible-rows.ts'
import { itemIdOf } from './inbox-item-id.ts'
import { demand } from './resources.ts'

/** What a case would be made of that a notice is about, as far as the notice says it. */
export function newCaseRoute(api: FastifyInstance, { database }: Services): void {
  api.get('/inbox/:id/new-case', async (request) => {
    const caller = demand(request, inboxItem, 'READ')
    demand(request, courtCase, 'FULL')
    const id = itemIdOf(request)
    return withFirm(database, caller.firmId, async (trx) => {
      await refuseUnseen(trx, inboxItem, { ...caller, id })
      const notice = await readNotice(trx, caller.firmId, id)
      const values = await valuesOf(trx, caller, notice)
      const court = findCourt(notice.courtId.value)
      return {
        values: rowToJson(courtCase, redact(courtCase, values, caller.role)),
        court: court?.citation ?? notice.courtId.value,
      }
    })
  })
}

async function valuesOf(trx: Trx, scope: SearchScope, notice: Notice): Promise<AnyRow> {
  const [first] = notice.cases
  return {
    name: first?.name?.value.slice(0, 500) ?? null,
    caseNumber: first?.docketNumber.value.slice(0, 120) ?? null,
    uniqueKey: first?.courtCaseId?.value ?? null,
    jurisdictionId: await findJurisdiction(trx, scope, notice.courtId.value),
    assignedTimekeepers: await findServed(trx, scope, notice),
  }
}

async function readNotice(trx: Trx, firmId: number, id: string): Promise<Notice> {
  const { rows } = await sql<{ notice: Notice | null }>`
    select outcomes #> '{parse,result,notice}' as notice from item_progress
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('not_found')
  if (!row.notice) throw new ApiError('wrong_state', { sentence: 'What this message says was not understood.' })
  return row.notice
}

/** The firm's jurisdiction that stands for the court, or else for all such courts of its state; none when several do, for then a person has to say which. */
async function findJurisdiction(trx: Trx, scope: SearchScope, courtId: string): Promise<string | null> {
  if (subjectAccess(jurisdiction.subject, scope.role) === 'DENY') return null
  for (const id of courtAndWider(courtId)) {
    const { rows } = await sql<{ id: string }>`
      select t.id from ${firmRows(jurisdiction)} t where t.firm_id = ${scope.firmId}
        and ${id} = any(t.ecfx_jurisdiction_ids) and ${isVisible(jurisdiction, scope)} limit 2`.execute(trx)
    if (rows.length > 0) return rows.length === 1 ? (rows[0]?.id ?? null) : null
  }
  return null
}

/** The firm's people whom the court served: they work on the case. */
async function findServed(trx: Trx, scope: SearchScope, notice: Notice): Promise<readonly string[]> {
  if (subjectAccess(timekeeper.subject, scope.role) === 'DENY') return []
  const emails = [...new Set(notice.recipients.flatMap((each) => each.emails.map((email) => email.toLowerCase())))]
  const { rows } = await sql<{ id: string }>`
    select t.id from timekeepers t where t.firm_id = ${scope.firmId} and lower(t.email) = any(${emails}::text[])
      and t.status = 'Active' and ${isVisible(timekeeper, scope)} order by t.full_name limit 50`.execute(trx)
  return rows.map(({ id }) => id)
}
