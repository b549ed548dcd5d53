import type { ItemStatus } from '@courtcrier/contract/notice.ts'
import type { RowOutcome } from '@courtcrier/contract/selection.ts'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { inboxRoutes } from '../http/inbox/inbox.ts'
import { resourceRoutes } from '../http/resources.ts'
import { receiveMessage } from '../mail/receive.ts'
import { openTestApi, type TestApi, type TestRole } from './api.ts'

export type Body = Readonly<Record<string, unknown>>

/** Opens the API with the inbox, and helpers for its items, which act in firm 1 and as Docketing by default. */
export async function openInboxApi() {
  const api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
    },
  })
  return { api, ...itemsOf(api) }
}

/** Numbers the records created, so that no two are the same. */
let count = 0

/** Returns helpers for the items of an API that has the inbox. */
export function itemsOf(api: TestApi) {
  type Rest<F> = F extends (api: TestApi, ...rest: infer R) => infer T ? (...rest: R) => T : never
  const bind = <F extends (api: TestApi, ...rest: never[]) => unknown>(call: F) =>
    ((...rest: never[]) => call(api, ...rest)) as Rest<F>
  return {
    makeItem: bind(makeItem),
    makeUnmatched: bind(makeUnmatched),
    makeCopy: bind(makeCopy),
    run: bind(run),
    send: bind(send),
    bulk: bind(bulk),
    itemOf: bind(itemOf),
    viewOf: bind(viewOf),
    events: bind(events),
    makeJurisdictionAndMatter: bind(makeJurisdictionAndMatter),
  }
}

async function makeItem(
  api: TestApi,
  status: ItemStatus,
  { firm = 1 as 1 | 2, subject = 'Lunch' } = {},
): Promise<string> {
  const raw = Buffer.from(`Subject: ${subject} ${++count}\r\nFrom: clerk@court.example\r\n\r\nHello`)
  const { itemId } = await receiveMessage(api.services, { firmId: firm, raw, via: 'smtp', source: 'mail.example' })
  await run(api, sql`update inbox_items set status = ${status} where id = ${itemId}::uuid`)
  return itemId
}

/** Creates an item as the pipeline leaves it when no case has its number, or several do. */
async function makeUnmatched(
  api: TestApi,
  docket: string,
  { firm = 1 as 1 | 2, candidates = [] as string[], doubts = [] as string[] } = {},
): Promise<string> {
  const id = await makeItem(api, 'Action Required', { firm, subject: docket })
  const notice = {
    kind: 'filing',
    format: 'cmecf-nef',
    courtId: { value: 'cand', from: 'body' },
    cases: [
      {
        name: { value: 'Ortiz v. Tidewater', from: 'body' },
        docketNumber: { value: docket, from: 'body' },
        parts: {},
        courtCaseId: { value: '417733', from: 'body' },
      },
    ],
    documents: [],
    recipients: [{ name: 'Ada', emails: ['Served@One.example'], isServedElectronically: true }],
  }
  const review = {
    candidates,
    doubts: doubts.length > 0 ? candidates.map((caseId) => ({ caseId, about: doubts })) : [],
  }
  const outcomes = { parse: { result: { notice } }, prepare: { result: { titles: [] } }, review }
  await run(
    api,
    sql`update inbox_items set next_stage = 'match', docket_number = ${docket}, ecfx_jurisdiction_id = 'cand',
    case_name = 'Ortiz v. Tidewater', action_required = 'USER', reason = 'No case has this number in N.D. Cal.'
    where id = ${id}::uuid`,
  )
  await run(
    api,
    sql`update item_progress set outcomes = ${JSON.stringify(outcomes)}::text::jsonb where id = ${id}::uuid`,
  )
  return id
}

async function makeCopy(api: TestApi, itemId: string, status: string): Promise<string> {
  const [envelope, policy, copy] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
  await run(api, sql`insert into envelopes (firm_id, id) values (1, ${envelope}::uuid)`)
  await run(
    api,
    sql`insert into storage_policies (firm_id, id, name, document_path, document_name, dms_credential_id)
    select 1, ${policy}::uuid, ${policy}, 'x', 'y', id from generic_credentials where firm_id = 1 limit 1`,
  )
  await run(
    api,
    sql`insert into document_copies (firm_id, id, envelope_id, inbox_item_id, storage_policy_id, file_id, copy_key, status)
    values (1, ${copy}::uuid, ${envelope}::uuid, ${itemId}::uuid, ${policy}::uuid, 'f', ${copy}, ${status})`,
  )
  return copy
}

async function run(api: TestApi, query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await query.execute(api.services.database.kysely)).rows as Record<string, unknown>[]
}

function send(
  api: TestApi,
  path: string,
  body: Body = {},
  as: TestRole = 'Docketing',
  method: 'POST' | 'PUT' | 'DELETE' = 'POST',
) {
  return api.call({ as, method, url: `/api/v1/inbox/${path}`, body })
}

async function bulk(api: TestApi, body: Body, as: TestRole = 'Docketing'): Promise<RowOutcome[]> {
  const answer = await send(api, 'bulk', body, as)
  expect(answer.status, answer.text).toBe(200)
  return answer.json().outcomes as RowOutcome[]
}

async function itemOf(api: TestApi, id: string): Promise<Record<string, unknown>> {
  const [row] = await run(api, sql`select * from inbox_items where id = ${id}::uuid`)
  return row ?? {}
}

async function viewOf(api: TestApi, id: string, as: TestRole = 'Docketing'): Promise<Record<string, unknown>> {
  return (await api.call({ as, url: `/api/v1/inbox/${id}` })).json()
}

async function events(api: TestApi, entityId: string): Promise<string> {
  const filters = encodeURIComponent(JSON.stringify([{ field: 'entity_id', in: [entityId] }]))
  return (await api.call({ as: 'Administrator', url: `/api/v1/system_event/search?max=50&filters=${filters}` })).text
}

async function makeJurisdictionAndMatter(api: TestApi): Promise<{
  jurisdictionId: string
  matterId: string
  timekeeperId: string
}> {
  const make = async (entity: string, body: Body) => {
    const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
    expect(answer.status, answer.text).toBe(201)
    return String(answer.json().id)
  }
  count += 1
  const client = await make('client', { name: `C ${count}`, number: `C-${count}` })
  return {
    jurisdictionId: await make('jurisdiction', { name: `J ${count}`, ecfx_jurisdiction_ids: ['cand'] }),
    matterId: await make('matter', { name: `M ${count}`, number: `M-${count}`, client_id: client }),
    timekeeperId: await make('timekeeper', { full_name: 'Served Person', email: 'served@one.example' }),
  }
}
