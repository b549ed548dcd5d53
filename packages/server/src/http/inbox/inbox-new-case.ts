import { readNewCase } from '@courtcrier/contract/calls/inbox.ts'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { isEmptyValue } from '@courtcrier/contract/fields/field.ts'
import type { Notice } from '@courtcrier/contract/notice.ts'
import { type AnyRow, redact } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../base/db/database.ts'
import { withFirm } from '../../base/db/firm-transaction.ts'
import type { Services } from '../../base/services.ts'
import { findCourt } from '../../courts/directory/directory.ts'
import { newCaseValues } from '../../notices/case-creation/new-case.ts'
import { refuseUnseen } from '../../records/read-row.ts'
import { demand } from '../resources.ts'
import { serveCall } from '../server/serve-call.ts'

/** Values for a new case, as far as the notice has them. */
export function newCaseRoute(api: FastifyInstance, { database }: Services): void {
  serveCall(api, readNewCase, async ({ params: { id }, request }) => {
    const caller = demand(request, inboxItem, 'READ')
    demand(request, courtCase, 'FULL')
    return withFirm(database, caller.firmId, async (trx) => {
      await refuseUnseen(trx, inboxItem, { ...caller, id })
      const notice = await readNotice(trx, caller.firmId, id)
      const values = await newCaseValues(trx, caller, notice)
      const court = findCourt(notice.courtId.value)
      return {
        values: redact(courtCase, clear(values), caller.role),
        court: court?.citation ?? notice.courtId.value,
      }
    })
  })
}

/** What the notice leaves unclear is absent: a case has no empty matter. */
function clear(values: AnyRow): AnyRow {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => !isEmptyValue(value)))
}

async function readNotice(trx: Trx, firmId: number, id: string): Promise<Notice> {
  const { rows } = await sql<{ notice: Notice | null }>`
    select outcomes #> '{parse,result,notice}' as notice from item_progress
    where firm_id = ${firmId} and id = ${id}::uuid`.execute(trx)
  const [row] = rows
  if (!row) throw new ApiError('not_found')
  if (!row.notice) throw new ApiError('wrong_state', { sentence: "This message couldn't be parsed." })
  return row.notice
}
