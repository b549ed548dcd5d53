import { bulkActs } from '@courtcrier/contract/triage.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Body, openInboxApi } from '../../testing/inbox-api.ts'

let inbox: Awaited<ReturnType<typeof openInboxApi>>

beforeAll(async () => {
  inbox = await openInboxApi()
})
afterAll(() => inbox.api.close())

describe('archiving', () => {
  test.each([
    ['Succeeded', 200],
    ['Failed', 200],
    ['Canceled', 200],
    ['New', 409],
    ['Started', 409],
    ['Retry', 409],
    ['Post Processing', 409],
    ['Action Required', 409],
    ['Manual', 409],
  ] as const)('%s answers with %d', async (status, expected) => {
    const id = await inbox.makeItem(status)
    const answer = await inbox.send(`${id}/archive`)
    expect(answer.status, answer.text).toBe(expected)
    expect((await inbox.itemOf(id)).hidden).toBe(expected === 200)
    if (expected === 409) expect(answer.text).toContain("isn't finished yet")
  })

  test('removes an item from the counts by status and can be reversed', async () => {
    const id = await inbox.makeItem('Succeeded')
    const counts = async () => (await inbox.api.call({ as: 'View Only', url: '/api/v1/inbox/counts' })).json()
    const before = await counts()
    await inbox.send(`${id}/archive`)
    expect(await counts()).toMatchObject({ total: Number(before.total) - 1, archived: Number(before.archived) + 1 })
    expect((await inbox.send(`${id}/archive`)).text).toContain('already archived')
    expect((await inbox.send(`${id}/unarchive`)).status).toBe(200)
    expect(await counts()).toMatchObject({ total: before.total, archived: before.archived })
    const log = await inbox.events(id)
    expect(log).toContain('chose \\"archive\\"')
    expect(log).toContain('chose \\"unarchive\\"')
  })

  test('an archived item that is reprocessed is unarchived', async () => {
    const id = await inbox.makeItem('Failed')
    await inbox.send(`${id}/archive`)
    await inbox.send(`${id}/requeue`)
    expect(await inbox.itemOf(id)).toMatchObject({ status: 'New', hidden: false })
  })
})

describe('several at once', () => {
  test('each has its result, and the log has a line for each that was done', async () => {
    const [done, stays] = [await inbox.makeItem('Succeeded'), await inbox.makeItem('Action Required')]
    const outcomes = await inbox.bulk({ action: 'archive', ids: [done, stays] })
    expect(outcomes.find(({ id }) => id === done)).toMatchObject({ isDone: true })
    expect(outcomes.find(({ id }) => id === stays)).toMatchObject({
      isDone: false,
      reason: expect.stringContaining("isn't finished yet"),
    })
    expect(await inbox.events(done)).toContain('archive')
    expect(await inbox.events(stays)).not.toContain('archive')
  })

  test('a rehearsal returns the same and changes nothing', async () => {
    const id = await inbox.makeItem('Failed')
    const before = await inbox.itemOf(id)
    expect(await inbox.bulk({ action: 'requeue', ids: [id], rehearse: true })).toMatchObject([{ id, isDone: true }])
    expect(await inbox.itemOf(id)).toEqual(before)
    expect(await inbox.events(id)).not.toContain('requeue')
  })

  test('items that failed thirty days ago stay, with the reason', async () => {
    const [young, old] = [await inbox.makeItem('Failed'), await inbox.makeItem('Failed')]
    await inbox.run(sql`update inbox_items set finished_at = now() - interval '31 days' where id = ${old}::uuid`)
    const outcomes = await inbox.bulk({ action: 'requeue', ids: [young, old] })
    expect(outcomes.find(({ id }) => id === young)?.isDone).toBe(true)
    expect(outcomes.find(({ id }) => id === old)?.reason).toContain('30 days')
    expect((await inbox.itemOf(old)).status).toBe('Failed')
  })

  test('all matches of a filter except the exceptions, and nothing when the number of matches has changed', async () => {
    const ids = [
      await inbox.makeItem('Succeeded', { subject: 'Sweepable' }),
      await inbox.makeItem('Succeeded', { subject: 'Sweepable' }),
      await inbox.makeItem('Succeeded', { subject: 'Sweepable' }),
    ]
    const filter = [{ field: 'status', in: ['Succeeded'] }]
    const wanted = { filters: filter, freeText: 'Sweepable', except: [ids[1]] }
    for (const count of [1, 3]) {
      const answer = await inbox.send('bulk', { action: 'archive', ...wanted, count })
      expect(answer.status).toBe(409)
      expect(answer.text).toContain('have changed since you selected them')
    }
    expect((await inbox.send('ids', { ...wanted, count: 3 })).status).toBe(409)
    const listed = (await inbox.send('ids', { ...wanted, count: 2 })).json().ids as string[]
    expect(listed.toSorted()).toEqual([ids[0], ids[2]].toSorted())
    expect(await inbox.bulk({ action: 'archive', ...wanted, count: 2 })).toHaveLength(2)
    expect(await Promise.all(ids.map(async (id) => (await inbox.itemOf(id)).hidden))).toEqual([true, false, true])
  })

  test.each([...bulkActs])(
    "%s: another firm's item is not found, and a role that only reads is refused",
    async (action) => {
      const theirs = await inbox.makeItem('Failed', { firm: 2 })
      const before = await inbox.itemOf(theirs)
      const answer = await inbox.send('bulk', { action, ids: [theirs] })
      expect(answer.json().outcomes).toEqual([{ id: theirs, title: null, isDone: false, reason: 'Record not found.' }])
      expect(answer.text).not.toContain('Lunch')
      expect(await inbox.itemOf(theirs)).toEqual(before)
      const own = await inbox.makeItem('Failed')
      expect((await inbox.send('bulk', { action, ids: [own] }, 'View Only')).status).toBe(403)
      expect((await inbox.send(`${own}/${action}`, {}, 'View Only')).status).toBe(403)
      expect((await inbox.send(`${theirs}/${action}`)).status).toBe(404)
    },
  )

  test('a role that may not change whether an item is archived can still move it to manual, but not archive it', async () => {
    const role = await inbox.api.call({
      as: 'Administrator',
      method: 'POST',
      url: '/api/v1/user_security_role',
      body: {
        name: 'No archive',
        user_ids: [inbox.api.userIds[1].Manager],
        inbox_item_access: 'FULL',
        inbox_item_permissions: { hidden: 'READ' },
      },
    })
    expect(role.status, role.text).toBe(201)
    await inbox.api.giveRole('Manager', String(role.json().id))
    const id = await inbox.makeItem('Failed')
    expect((await inbox.send('bulk', { action: 'archive', ids: [id] }, 'Manager')).status).toBe(403)
    expect((await inbox.send('bulk', { action: 'manual', ids: [id] }, 'Manager')).status).toBe(200)
    await inbox.api.giveRole('Manager', inbox.api.firms[1].roleIds.Manager)
  })

  test.each<[string, Body, string]>([
    ['no action', { ids: ['x'] }, '"field":"action"'],
    ['an action that is none', { action: 'explode', ids: ['x'] }, '"field":"action"'],
    ['nothing selected', { action: 'archive', ids: [] }, '"field":"ids"'],
    ['something unknown', { action: 'archive', ids: ['x'], force: true }, '"field":"force"'],
  ])('%s is refused, naming the field', async (_, body, text) => {
    const answer = await inbox.send('bulk', body)
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(text)])
  })
})

describe('storing', () => {
  test('is canceled for copies that were not started, and requeued for those that were not saved', async () => {
    const id = await inbox.makeItem('Manual')
    const copies = [await inbox.makeCopy(id, 'delayed'), await inbox.makeCopy(id, 'succeeded')]
    expect((await inbox.send(`${id}/cancel-dms`)).status).toBe(200)
    expect((await inbox.itemOf(id)).dms_status).toBe('canceled')
    const statuses = () =>
      inbox.run(sql`select status from document_copies where id = any(${copies}::uuid[]) order by status`)
    expect(await statuses()).toEqual([{ status: 'canceled' }, { status: 'succeeded' }])
    expect((await inbox.send(`${id}/cancel-dms`)).status).toBe(409)
    expect((await inbox.send(`${id}/requeue-dms`)).status).toBe(200)
    expect(await statuses()).toEqual([{ status: 'new' }, { status: 'succeeded' }])
    expect((await inbox.itemOf(id)).dms_status).toBe('started')
    expect(await inbox.events(id)).toContain('chose \\"requeue dms\\"')
  })

  test('an item that ended repeats its last step, one that was canceled does not', async () => {
    const failed = await inbox.makeItem('Failed')
    await inbox.makeCopy(failed, 'failed')
    await inbox.send(`${failed}/requeue-dms`)
    expect(await inbox.itemOf(failed)).toMatchObject({ status: 'New', next_stage: 'store' })
    const canceled = await inbox.makeItem('Canceled')
    await inbox.makeCopy(canceled, 'canceled')
    expect((await inbox.send(`${canceled}/requeue-dms`)).text).toContain('Reprocess it instead')
    const without = await inbox.makeItem('Succeeded')
    expect((await inbox.send(`${without}/requeue-dms`)).status).toBe(409)
    expect((await inbox.itemOf(without)).status).toBe('Succeeded')
  })

  test('of one copy is canceled and requeued without the others, even when the item has ended', async () => {
    const id = await inbox.makeItem('Failed')
    const [one, other] = [await inbox.makeCopy(id, 'failed'), await inbox.makeCopy(id, 'failed')]
    const statusOf = async (copy: string) =>
      (await inbox.run(sql`select status from document_copies where id = ${copy}::uuid`))[0]?.status
    expect((await inbox.send(`${id}/requeue-dms`, { copy_id: one })).status).toBe(200)
    expect([await statusOf(one), await statusOf(other)]).toEqual(['new', 'failed'])
    expect(await inbox.itemOf(id)).toMatchObject({ status: 'Failed', dms_status: 'started' })
    expect((await inbox.send(`${id}/cancel-dms`, { copy_id: other })).status).toBe(409)
    expect((await inbox.send(`${id}/cancel-dms`, { copy_id: one })).status).toBe(200)
    expect([await statusOf(one), await statusOf(other)]).toEqual(['canceled', 'failed'])
    expect((await inbox.send(`${id}/cancel-dms`, { copy_id: 'x' })).status).toBe(400)
  })

  test('canceling the last copy ends an item that waited only for it', async () => {
    const id = await inbox.makeItem('Post Processing')
    await inbox.makeCopy(id, 'new')
    expect((await inbox.send(`${id}/cancel-dms`)).status).toBe(200)
    expect(await inbox.itemOf(id)).toMatchObject({ status: 'Succeeded', dms_status: 'canceled' })
  })
})
