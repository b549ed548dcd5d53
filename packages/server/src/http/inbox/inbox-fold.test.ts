import { type ItemStatus, itemStatuses, mostUrgentFirst, type StageName } from '@courtcrier/contract/notice.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { keepFilings } from '../../notices/inbox-filings/keep-filings.ts'
import { insert, plantFiling, type TestFiling } from '../../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { productRoutes } from '../routes.ts'

/** A user without walls, and one whom a wall keeps from the walled case. */
const [free, walled] = ['View Only', 'Docketing'] as const

let api: TestApi
let behindWall: TestFiling
const filings = [newId(), newId(), newId(), newId()]

beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
  behindWall = await plantFiling(api.services)
  await run(sql`delete from inbox_items`)
  for (const id of filings) await run(sql`insert into envelopes (firm_id, id) values (1, ${id}::uuid)`)
  const timekeeper = await make('timekeeper', { full_name: 'Ruth Osei', email: 'r.osei@one.example' })
  await run(sql`update users set timekeeper_id = ${timekeeper}::uuid where firm_id = 1
    and id = ${api.userIds[1][walled]}::uuid`)
  const [row] = await run(sql`select matter_id as id from cases where id = ${behindWall.caseId}::uuid`)
  const wall = { name: 'Screen', wall_type: 'EXCLUSIONARY', matter_id: row?.id, timekeeper_ids: [timekeeper] }
  await make('ethical_wall', wall)
})
afterAll(() => api.close())

async function run(query: ReturnType<typeof sql>): Promise<Record<string, unknown>[]> {
  return (await query.execute(api.services.database.kysely)).rows as Record<string, unknown>[]
}

async function make(entity: string, body: object): Promise<string> {
  const answer = await api.call({ as: 'Administrator', method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

interface Item {
  id: string
  filing: string | null
  status: ItemStatus
  hidden: boolean
  subject: string
  isWalled: boolean
  minute: number
  stage?: StageName | null
}

async function plant(items: readonly Item[]): Promise<void> {
  await run(sql`delete from inbox_items`)
  for (const { id, filing, status, hidden, subject, isWalled, minute, stage = null } of items)
    await insert(api.services.database.kysely as never, 'inbox_items', {
      firm_id: 1,
      id,
      status,
      hidden,
      subject,
      envelope_id: filing,
      case_id: isWalled ? behindWall.caseId : null,
      received_at: new Date(Date.UTC(2026, 10, 20, 9, minute)),
      raw_content: '0'.repeat(64),
      fingerprint: id,
      next_stage: stage,
    })
}

/** As a worker does soon after something changed. */
async function keepAll(): Promise<void> {
  while ((await keepFilings(api.services.database)) > 0);
}

interface FoldQuery {
  as: TestRole
  statuses: readonly ItemStatus[]
  hidden: boolean | undefined
  word: string
  stages: readonly StageName[] | undefined
}

const someStages = ['match', 'address', 'deliver'] as const

const anItem = fc.record({
  id: fc.uuid({ version: 7 }),
  filing: fc.constantFrom(null, ...filings),
  status: fc.constantFrom(...itemStatuses),
  hidden: fc.boolean(),
  subject: fc.constantFrom('Motion to compel', 'Order granting', 'Motion and order'),
  isWalled: fc.boolean(),
  minute: fc.integer({ min: 0, max: 59 }),
  stage: fc.constantFrom(null, ...someStages),
})
const asked = fc.record({
  as: fc.constantFrom(free, walled),
  statuses: fc.subarray([...itemStatuses]),
  hidden: fc.constantFrom(true, false, undefined),
  word: fc.constantFrom('', 'motion', 'order'),
  stages: fc.option(fc.subarray([...someStages], { minLength: 1 }), { nil: undefined }),
})

/** The IDs a folded search must find, newest first, by the definition: one item of each filing among those that match. */
function expected(items: readonly Item[], { as, statuses, hidden, word, stages }: FoldQuery): string[] {
  const matching = items
    .filter((item) => as === free || !item.isWalled)
    .filter((item) => isAbout(item, word) && (!stages || (item.stage && stages.includes(item.stage))))
  const place = ({ hidden, status }: Item) => Number(hidden) * 100 + mostUrgentFirst.indexOf(status)
  const before = (a: Item, b: Item) => place(a) - place(b) || (a.id < b.id ? -1 : 1)
  const standing = matching.filter(
    (item) =>
      !item.filing ||
      matching.every((other) => other.filing !== item.filing || before(item, other) <= 0 || other === item),
  )
  return standing
    .filter(
      (item) => (statuses.length === 0 || statuses.includes(item.status)) && (hidden ?? item.hidden) === item.hidden,
    )
    .toSorted((a, b) => b.minute - a.minute || (a.id < b.id ? 1 : -1))
    .map(({ id }) => id)
}

function isAbout({ subject }: Item, word: string): boolean {
  return subject.toLowerCase().includes(word)
}

function queryOf({ statuses, hidden, word, stages }: FoldQuery): string {
  const filters = [
    ...(statuses.length > 0 ? [{ field: 'status', in: statuses }] : []),
    ...(hidden === undefined ? [] : [{ field: 'hidden', in: [String(hidden)] }]),
    ...(stages ? [{ field: 'nextStage', in: stages }] : []),
  ]
  return new URLSearchParams({ fold: 'envelope_id', freeText: word, filters: JSON.stringify(filters) }).toString()
}

async function page(
  as: TestRole,
  query: string,
  max: number,
  offset: number,
): Promise<{ ids: string[]; total: number }> {
  const answer = await api.call({ as, url: `/api/v1/inbox_item/search?${query}&max=${max}&offset=${offset}` })
  expect(answer.status, answer.text).toBe(200)
  const ids = (answer.json().inbox_items as { id: string }[]).map(({ id }) => id)
  return { ids, total: Number(answer.headers['x-total-count']) }
}

describe('an inbox with one row per filing', () => {
  test('finds one message of each filing, page by page, whatever is filtered, searched or hidden', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anItem, { maxLength: 12, selector: ({ id }) => id }),
        asked,
        fc.boolean(),
        async (items, ask, isKept) => {
          await plant(items)
          if (isKept) await keepAll()
          const wanted = expected(items, ask)
          const query = queryOf(ask)
          const found = []
          for (let offset = 0; offset === 0 || offset < wanted.length; offset += 3) {
            const { ids, total } = await page(ask.as, query, 3, offset)
            expect(total).toBe(wanted.length)
            found.push(...ids)
          }
          expect(found).toEqual(wanted)
          const { freeText, filters, fold } = Object.fromEntries(new URLSearchParams(query))
          const count = new URLSearchParams({ freeText: freeText ?? '', filters: filters ?? '', fold: fold ?? '' })
          const answer = await api.call({ as: ask.as, url: `/api/v1/inbox_item/count?${count}` })
          expect(answer.json()).toEqual({ count: wanted.length })
        },
      ),
      { numRuns: 60 },
    )
  })

  test('its counts by status are the lengths of its lists, and the dashboard counts the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(anItem, { maxLength: 12, selector: ({ id }) => id }),
        fc.boolean(),
        async (items, isKept) => {
          await plant(items)
          if (isKept) await keepAll()
          for (const as of [free, walled]) {
            const { counts, total, archived } = (
              await api.call({ as, url: '/api/v1/inbox/counts?fold=envelope_id' })
            ).json() as { counts: Record<string, number>; total: number; archived: number }
            const listed = (statuses: readonly ItemStatus[], hidden: boolean) =>
              expected(items, { as, statuses, hidden, word: '', stages: undefined }).length
            for (const status of itemStatuses)
              expect([status, counts[status] ?? 0]).toEqual([status, listed([status], false)])
            expect([total, archived]).toEqual([listed([], false), listed([], true)])
            expect(total + archived).toBe(
              expected(items, { as, statuses: [], hidden: undefined, word: '', stages: undefined }).length,
            )
            const { unhealthy } = (await api.call({ as, url: '/api/v1/dashboard' })).json() as {
              unhealthy: { kind: string; count: number }[]
            }
            expect(unhealthy.find(({ kind }) => kind === 'action_required')?.count ?? 0).toBe(
              counts['Action Required'] ?? 0,
            )
            expect(unhealthy.find(({ kind }) => kind === 'item_failed')?.count ?? 0).toBe(counts.Failed ?? 0)
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('the messages of a filing', () => {
  const [filing] = filings
  const ids = [newId(), newId(), newId(), newId()]
  const message = (n: number, over: Partial<Item>): Item => ({
    id: ids[n] ?? '',
    filing: filing ?? '',
    status: 'Succeeded',
    hidden: false,
    subject: 'Order',
    isWalled: false,
    minute: n,
    ...over,
  })
  const archive = async (as: TestRole, selected: object) =>
    (
      await api.call({
        as,
        method: 'POST',
        url: '/api/v1/inbox/bulk',
        body: { action: 'archive', with_filing: true, ...selected },
      })
    ).json().outcomes as { id: string; isDone: boolean; with?: string }[]
  const hiddenOnes = async () =>
    (await run(sql`select id from inbox_items where hidden order by id`)).map(({ id }) => String(id))

  test('are counted with the addresses they were sent to, without those behind a wall', async () => {
    await plant([message(0, {}), message(1, {}), message(2, { isWalled: true })])
    for (const [n, to] of ['A.Lee@firm.example', 'a.lee@firm.example', 'b.ray@firm.example'].entries())
      await run(sql`insert into item_progress (firm_id, id, outcomes) values (1, ${ids[n]}::uuid,
        ${JSON.stringify({ receive: { recipients: [to] } })}::text::jsonb)`)
    const counted = async (as: TestRole) =>
      (await api.call({ as, url: `/api/v1/inbox/messages?ids=${filing},${newId()},x` })).json().filings
    expect(await counted(free)).toEqual([{ id: filing, messages: 3, recipients: 2 }])
    expect(await counted(walled)).toEqual([{ id: filing, messages: 2, recipients: 1 }])
    const { linked } = (await api.call({ as: free, url: `/api/v1/inbox/${ids[0]}` })).json() as {
      linked: { relation: string; item: { id: string }; recipients: string[] }[]
    }
    expect(linked.map(({ item, recipients }) => [item.id, recipients])).toEqual([
      [ids[1], ['a.lee@firm.example']],
      [ids[2], ['b.ray@firm.example']],
    ])
  })

  test('are archived with the one that stands for them, and each has its own result', async () => {
    await plant([
      message(0, { status: 'Failed' }),
      message(1, {}),
      message(2, { status: 'Retry' }),
      message(3, { filing: null }),
    ])
    const search = {
      filters: [{ field: 'status', in: ['Failed'] }],
      freeText: '',
      fold: 'envelope_id',
      except: [],
      count: 1,
    }
    const outcomes = await archive('Administrator', search)
    expect(outcomes.map(({ id, isDone, with: owner }) => [id, isDone, owner])).toEqual([
      [ids[0], true, undefined],
      [ids[1], true, ids[0]],
      [ids[2], false, ids[0]],
    ])
    expect(await hiddenOnes()).toEqual([ids[0], ids[1]])
  })

  test('behind a wall are left as they are', async () => {
    await plant([message(0, {}), message(1, { isWalled: true })])
    expect(await archive(walled, { ids: [ids[0]] })).toMatchObject([{ id: ids[0], isDone: true }])
    expect(await hiddenOnes()).toEqual([ids[0]])
  })

  test('in another status are not reprocessed', async () => {
    await plant([message(0, { status: 'Failed' }), message(1, { status: 'Failed' }), message(2, {})])
    await run(sql`update inbox_items set received_at = now(), next_stage = 'authenticate'`)
    const body = { action: 'requeue', with_filing: true, ids: [ids[0]], rehearse: true }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/inbox/bulk', body })
    expect((answer.json().outcomes as { id: string }[]).map(({ id }) => id)).toEqual([ids[0], ids[1]])
  })

  test('are marked as done with the one that was, if they are handled manually too', async () => {
    await plant([message(0, { status: 'Manual' }), message(1, { status: 'Manual' }), message(2, {})])
    const body = { action: 'finish', with_filing: true, ids: [ids[0]] }
    const answer = await api.call({ as: 'Administrator', method: 'POST', url: '/api/v1/inbox/bulk', body })
    expect(answer.json().outcomes).toMatchObject([
      { id: ids[0], isDone: true },
      { id: ids[1], isDone: true },
    ])
  })

  test('are not told apart for a role that may not see which filing they are about', async () => {
    const role = await make('user_security_role', {
      name: 'No filings',
      user_ids: [api.userIds[1].Manager],
      inbox_item_access: 'FULL',
      inbox_item_permissions: { envelope_id: 'DENY' },
    })
    await api.giveRole('Manager', role)
    await plant([message(0, {}), message(1, {})])
    for (const url of [
      'inbox_item/search?fold=envelope_id',
      'inbox_item/count?fold=envelope_id',
      'inbox/counts?fold=envelope_id',
    ])
      expect((await api.call({ as: 'Manager', url: `/api/v1/${url}` })).status).toBe(400)
    expect((await api.call({ as: 'Manager', url: `/api/v1/inbox/messages?ids=${filing}` })).json()).toEqual({
      filings: [],
    })
    expect(await archive('Manager', { ids: [ids[0]] })).toHaveLength(1)
    expect(await hiddenOnes()).toEqual([ids[0]])
  })
})
