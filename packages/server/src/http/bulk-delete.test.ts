import { isDeepStrictEqual } from 'node:util'
import { mostSelected, type RowOutcome } from '@courtcrier/contract/selection.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestApi, type TestApi, type testRoles } from '../testing/api.ts'
import { resourceRoutes } from './resources.ts'

let api: TestApi
let last = 0

beforeAll(async () => {
  api = await openTestApi({ register: resourceRoutes })
})
afterAll(() => api.close())

type Body = Readonly<Record<string, unknown>>

async function make(entity: string, body: Body, firm: 1 | 2 = 1): Promise<string> {
  const answer = await api.call({ as: 'Administrator', firm, method: 'POST', url: `/api/v1/${entity}`, body })
  expect(answer.status, answer.text).toBe(201)
  return String(answer.json().id)
}

function makeClient(name: string, firm: 1 | 2 = 1, more: Body = {}): Promise<string> {
  last += 1
  return make('client', { name, number: `B-${last}`, ...more }, firm)
}

function bulkDelete(body: Body, as: (typeof testRoles)[number] = 'Docketing', entity = 'client') {
  return api.call({ as, method: 'POST', url: `/api/v1/${entity}/bulk-delete`, body })
}

async function outcomesOf(body: Body): Promise<RowOutcome[]> {
  const answer = await bulkDelete(body)
  expect(answer.status, answer.text).toBe(200)
  return answer.json().outcomes as RowOutcome[]
}

interface Known {
  id: string
  name: string
  status: string
}

async function clients(firm: 1 | 2 = 1): Promise<Known[]> {
  const answer = await api.call({ as: 'Administrator', firm, url: '/api/v1/client/search?max=500' })
  return answer.json().clients as Known[]
}

async function isThere(id: string, firm: 1 | 2 = 1): Promise<boolean> {
  return (await api.call({ as: 'Administrator', firm, url: `/api/v1/client/${id}` })).status === 200
}

describe('deleting several', () => {
  test('named rows are deleted, and the log has a line for each', async () => {
    const ids = [await makeClient('Gone One'), await makeClient('Gone Two')]
    const stays = await makeClient('Stays')
    expect(await outcomesOf({ ids })).toEqual(
      expect.arrayContaining([
        { id: ids[0], title: 'Gone One', isDone: true },
        { id: ids[1], title: 'Gone Two', isDone: true },
      ]),
    )
    expect(await Promise.all([...ids, stays].map((id) => isThere(id)))).toEqual([false, false, true])
    const events = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=gone' })
    expect(events.text).toContain('Gone One')
    expect(events.text).toContain('Gone Two')
  })

  test('a row that other records refer to stays, with the reason, and the others are deleted', async () => {
    const used = await makeClient('Used Co.')
    const free = await makeClient('Free Co.')
    await make('matter', { name: 'Uses it', number: 'BM-1', client_id: used })
    const outcomes = await outcomesOf({ ids: [used, free] })
    expect(outcomes.find(({ id }) => id === used)).toMatchObject({
      isDone: false,
      title: 'Used Co.',
      reason: 'This record is used by 1 matter. It can be deactivated instead: Status: Closed.',
    })
    expect(await Promise.all([used, free].map((id) => isThere(id)))).toEqual([true, false])
  })

  test('a rehearsal returns the same and changes nothing', async () => {
    const id = await makeClient('Rehearsed')
    expect(await outcomesOf({ ids: [id], rehearse: true })).toEqual([{ id, title: 'Rehearsed', isDone: true }])
    expect(await isThere(id)).toBe(true)
    const events = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=rehearsed' })
    expect(events.text).not.toContain('was deleted')
  })

  test('all matches of a search are deleted, except the exceptions', async () => {
    const ids = [await makeClient('Sweep A'), await makeClient('Sweep B'), await makeClient('Sweep C')]
    const outcomes = await outcomesOf({ filters: [], freeText: 'sweep', except: [ids[1]], count: 2 })
    expect(outcomes.map(({ title }) => title).toSorted()).toEqual(['Sweep A', 'Sweep C'])
    expect(await Promise.all(ids.map((id) => isThere(id)))).toEqual([false, true, false])
  })

  test.each([1, 3])('nothing is done when two match and %d were expected', async (count) => {
    const ids = [await makeClient(`Moved${count} A`), await makeClient(`Moved${count} B`)]
    const answer = await bulkDelete({ filters: [{ field: 'name', contains: `Moved${count}` }], except: [], count })
    expect(answer.status).toBe(409)
    expect(answer.text).toContain('have changed since you selected them')
    expect(await Promise.all(ids.map((id) => isThere(id)))).toEqual([true, true])
  })

  test("another firm's row is not found, and stays", async () => {
    const id = await makeClient('Theirs', 2)
    expect(await outcomesOf({ ids: [id] })).toEqual([{ id, title: null, isDone: false, reason: 'Record not found.' }])
    expect(await isThere(id, 2)).toBe(true)
  })

  test('a role that may only read may not delete, and the last administrator and the predefined roles stay', async () => {
    const id = await makeClient('Read only')
    expect((await bulkDelete({ ids: [id] }, 'View Only')).status).toBe(403)
    expect(await isThere(id)).toBe(true)
    const users = await bulkDelete({ ids: [api.userIds[1].Administrator] }, 'Administrator', 'user')
    expect(users.text).toContain('The last administrator cannot be removed.')
    const roles = await bulkDelete({ ids: [api.firms[1].roleIds.Manager] }, 'Administrator', 'user_security_role')
    expect(roles.json().outcomes).toMatchObject([{ isDone: false }])
  })

  test('a filter by a field the role may not see is refused, and a name it may not see is not revealed', async () => {
    const role = await make('user_security_role', {
      name: 'Nameless',
      user_ids: [api.userIds[1].Manager],
      client_access: 'FULL',
      client_permissions: { name: 'DENY' },
    })
    const id = await makeClient('Unseen')
    await api.giveRole('Manager', role)
    const filtered = await bulkDelete({ filters: [{ field: 'name', contains: 'Unseen' }], count: 1 }, 'Manager')
    expect(filtered.status).toBe(400)
    const named = await bulkDelete({ ids: [id], rehearse: true }, 'Manager')
    expect(named.json().outcomes).toEqual([{ id, title: null, isDone: true }])
    await api.giveRole('Manager', api.firms[1].roleIds.Manager)
  })

  test.each([
    [{}, 'ids'],
    [{ ids: ['x'], rehearse: 'yes' }, 'rehearse'],
    [{ filters: [], count: mostSelected + 1 }, 'count'],
  ])('%j is refused, naming the field', async (body, field) => {
    const answer = await bulkDelete(body)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(`"field":"${field}"`)
  })
})

const statuses = ['Active', 'Closed', 'Pending'] as const
const steps = fc.oneof(
  fc.record({ do: fc.constant('page' as const), offset: fc.nat(4), sort: fc.constantFrom('name', '-number,name') }),
  fc.record({ do: fc.constant('add' as const), status: fc.constantFrom(...statuses) }),
  fc.record({ do: fc.constant('edit' as const), row: fc.nat(20), status: fc.constantFrom(...statuses) }),
)
type Step = typeof steps extends fc.Arbitrary<infer T> ? T : never

async function take(step: Step, word: string): Promise<void> {
  if (step.do === 'page') {
    const answer = await api.call({
      as: 'Docketing',
      url: `/api/v1/client/search?max=3&offset=${step.offset}&sort=${step.sort}`,
    })
    expect(answer.status).toBe(200)
    return
  }
  if (step.do === 'add') return void (await makeClient(word, 1, { status: step.status }))
  const known = await clients()
  const { id } = known[step.row % known.length] ?? { id: '' }
  const body = { status: step.status }
  await api.call({ as: 'Docketing', method: 'PUT', url: `/api/v1/client/${id}`, body })
}

test('no action changes a row outside the filter or the permission, whatever happens in between', async () => {
  const theirs = [await makeClient('Other firm, Active', 2), await makeClient('Other firm, Closed', 2)]
  const otherFirm = await clients(2)
  const idsOf = (rows: readonly Known[]) => rows.map(({ id }) => id).toSorted()
  let run = 0
  const property = fc.asyncProperty(
    fc.array(fc.constantFrom(...statuses), { minLength: 2, maxLength: 6 }),
    fc.subarray([...statuses], { minLength: 1 }),
    fc.array(steps, { maxLength: 4 }),
    fc.array(fc.nat(5), { maxLength: 2 }),
    fc.constantFrom('Docketing', 'View Only' as const),
    fc.constantFrom(
      { path: 'bulk-delete', more: {} },
      { path: 'bulk-update', more: { values: { open_date: '2026-11-21' } } },
    ),
    async (made, wanted, between, exceptions, as, action) => {
      run += 1
      const word = `Property${run}`
      for (const status of made) await makeClient(word, 1, { status })
      const fits = ({ name, status }: Known) => name === word && wanted.includes(status as (typeof statuses)[number])
      const seen = (await clients()).filter(fits)
      const except = exceptions.flatMap((index) => seen[index]?.id ?? [])
      const count = seen.filter(({ id }) => !except.includes(id)).length
      for (const step of between) await take(step, word)
      const before = await clients()
      const meant = before.filter((row) => fits(row) && !except.includes(row.id))
      const filter = [{ field: 'status', in: wanted }]
      const body = { filters: filter, freeText: word, except: [...except, ...theirs], count, ...action.more }
      const answer = await api.call({ as, method: 'POST', url: `/api/v1/client/${action.path}`, body })
      const left = new Map((await clients()).map((row) => [row.id, row]))
      const touched = before.filter((row) => !isDeepStrictEqual(left.get(row.id), row))
      const isDone = as === 'Docketing' && count > 0 && meant.length === count
      expect(answer.status === 200, answer.text).toBe(isDone)
      expect(idsOf(touched)).toEqual(isDone ? idsOf(meant) : [])
      for (const { id } of isDone ? meant : [])
        expect(left.get(id)).toEqual(
          action.path === 'bulk-delete' ? undefined : expect.objectContaining({ open_date: '2026-11-21' }),
        )
      expect(await clients(2)).toEqual(otherFirm)
    },
  )
  await fc.assert(property, { numRuns: 40 })
})
