import { credentialSubjects } from '@courtcrier/contract/credential-kinds.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { ignoreReasons } from '../notices/pipeline/ignore-reasons.ts'
import { openTestApi, type TestApi, type TestRole } from '../testing/api.ts'
import { denyFields, makeWorld, type World } from '../testing/denied-world.ts'
import { isLongRun } from '../testing/long-run.ts'
import { canaries } from '../testing/planted-values.ts'
import { type ReadCall, readCalls } from '../testing/read-calls.ts'
import { productRoutes } from './routes.ts'

/**
 * Someone a wall excludes gets the same answers whatever is behind it, and however much: from every read there is, of
 * records on their own side and of those behind the wall. So nothing is revealed by what is found or counted.
 */
let api: TestApi
let world: World

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  world = await makeWorld(api)
  const timekeeper = world.ids.timekeeper
  await system(
    sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${api.userIds[1].Manager}::uuid`,
    sql`delete from ethical_walls`,
    sql`insert into ethical_walls (firm_id, id, name, wall_type, client_id, timekeeper_ids)
      values (1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', ${world.others.client}::uuid, array[${timekeeper}]::uuid[])`,
    sql`update firms set internal_walls_enabled = true`,
  )
})
afterAll(() => api.close())

async function system(...all: ReturnType<typeof sql>[]): Promise<void> {
  for (const one of all)
    await withSystem(api.services.database, async (trx) => {
      await sql`reset role`.execute(trx)
      await one.execute(trx)
    })
}

test('someone a wall excludes never learns what is behind it, nor how much', async () => {
  // A role that may do everything, so that anything left out is left out by the wall.
  await denyFields(api, [])
  const calls = await callsOf()
  const [before, freeBefore] = [await answersTo('Manager', calls), await answersTo('Administrator', told)]
  await changeBehind()
  const [after, freeAfter] = [await answersTo('Manager', calls), await answersTo('Administrator', told)]
  expect(differing(before, after)).toEqual([])
  // Viewers no wall excludes do see the changes, so the sweep would detect them.
  expect(differing(freeBefore, freeAfter)).toHaveLength(told.length)
})

const told: ReadCall[] = [
  '/dashboard?range=all_time',
  '/case/search',
  '/envelope/count',
  '/special_handling',
  `/find?freeText=${canaries[0]}`,
  '/inbox/counts',
].map((path) => ({ url: `/api/v1${path}` }))

/** Changes values and states of what the wall is around, and adds a filing that is older than all others. */
async function changeBehind(): Promise<void> {
  const { others } = world
  const [word] = canaries
  const matters = sql`(select id from matters where client_id = ${others.client}::uuid)`
  const cases = sql`(select id from cases where matter_id in ${matters})`
  const filings = sql`(select id from envelopes where case_id in ${cases})`
  const [delivery, matter, caseId, envelope, document, item] = [newId(), newId(), newId(), newId(), newId(), newId()]
  await system(
    sql`insert into matters (firm_id, id, name, number, client_id)
      values (1, ${matter}::uuid, 'More', ${matter}, ${others.client}::uuid)`,
    sql`insert into cases (firm_id, id, name, case_number, jurisdiction_id, matter_id)
      values (1, ${caseId}::uuid, 'More', '3:26-cv-09999', ${others.jurisdiction}::uuid, ${matter}::uuid)`,
    sql`insert into envelopes (firm_id, id, case_id, ecfx_jurisdiction_id)
      values (1, ${envelope}::uuid, ${caseId}::uuid, 'nysd')`,
    sql`insert into documents (firm_id, id, envelope_id, position, title)
      values (1, ${document}::uuid, ${envelope}::uuid, 0, 'More')`,
    sql`insert into inbox_items (firm_id, id, status, received_at, raw_content, fingerprint, envelope_id)
      values (1, ${item}::uuid, 'Post Processing', now(), repeat('0', 64), ${item}, ${envelope}::uuid)`,
    sql`insert into item_progress (firm_id, id) values (1, ${item}::uuid)`,
    // For a filing on this side, but from a notice that leads behind the wall.
    sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, email, method, message_id, status, attempts)
      values (1, ${delivery}::uuid, ${world.ids.envelope}::uuid, ${others.inbox_item}::uuid, 'b.lee@one.example', 'PDF',
        ${delivery}, 'sent', 1)`,
    sql`update clients set name = ${word} where id = ${others.client}::uuid`,
    sql`update matters set name = ${word} where id in ${matters}`,
    sql`update cases set name = ${word} || ' v. Doe', storage_policy_id = ${others.storage_policy}::uuid where id in ${cases}`,
    sql`update envelopes set case_name = ${word}, event = ${word}, docket_text = ${word},
      created_at = now() - interval '400 days' where id in ${filings}`,
    sql`update documents set title = ${word}, verdict = 'expired', file_id = null where envelope_id in ${filings}`,
    sql`update deliveries set status = 'failed', first_opened_at = now() where envelope_id in ${filings}`,
    sql`update document_copies set status = 'failed' where envelope_id in ${filings}`,
    sql`update inbox_items set subject = ${word}, status = 'Manual', disposition = 'IGNORED',
      reason = ${ignoreReasons.ignoredDomain('spam.example')}, received_at = now() where envelope_id in ${filings}`,
  )
}

/** No wall is around credentials, and all are read alike: the short run asks about the one kind that isn't among these. */
const stores: readonly string[] = credentialSubjects

async function callsOf(): Promise<readonly ReadCall[]> {
  const { paths } = (await api.call({ url: '/api/v1/openapi.json' })).json() as { paths: Record<string, object> }
  const routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => ({ method: method.toUpperCase(), path })),
  )
  const walled = { ...world, ids: world.others, others: world.ids }
  const all = [...readCalls(routes, world), ...readCalls(routes, walled)]
    .filter(({ about }) => isLongRun || !stores.includes(about))
    .map(({ about: _, ...call }) => call)
  return [...new Map(all.map((call) => [nameOf(call), call])).values()]
}

function nameOf({ method = 'GET', url, body = '' }: ReadCall): string {
  return `${method} ${url} ${JSON.stringify(body)}`
}

async function answersTo(as: TestRole, calls: readonly ReadCall[]): Promise<ReadonlyMap<string, string>> {
  const answers = new Map<string, string>()
  for (const call of calls) {
    const { status, headers, text } = await api.call({ as, ...call })
    const ofAnswer = call.url.includes('/import?') ? /"id":"[^"]*"|"\w+_at":"[^"]*"/g : /"as_of":"[^"]*"/g
    answers.set(nameOf(call), `${status} ${headers['x-total-count'] ?? ''} ${text.replace(ofAnswer, '')}`)
  }
  return answers
}

/** The calls with different answers, each with both from where they differ. */
function differing(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...one].flatMap(([call, text]) => {
    const now = other.get(call) ?? ''
    if (text === now) return []
    const at = [...text].findIndex((letter, index) => letter !== now[index])
    const from = Math.max(0, at - 80)
    return [`${call}: ${text.slice(from, at + 120)} | ${now.slice(from, at + 120)}`]
  })
}
