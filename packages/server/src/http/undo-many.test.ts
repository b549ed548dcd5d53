import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApi } from '../testing/api.ts'
import { type Body, done, makeClient, openUndoApi, read, send, undo } from '../testing/undo-api.ts'

let api: TestApi

beforeAll(async () => {
  api = await openUndoApi()
})
afterAll(() => api.close())

describe('what cannot be undone', () => {
  test.each([
    ['ethical_wall', { name: 'Wall', client_id: 'client', timekeeper_ids: ['timekeeper'] }],
    ['user_security_role', { name: 'No undo' }],
    ['box_client_credential', { name: 'Box', client_id: 'x', client_secret: 'y', folder_id: '1' }],
  ])('%s', async (entity, body) => {
    const client = await makeClient('For a wall')
    const timekeeper = await done('POST', 'timekeeper', { full_name: 'Walled' })
    const givenTo: Readonly<Record<string, Body>> = {
      ethical_wall: { client_id: client.id, timekeeper_ids: [timekeeper.id] },
      user_security_role: { user_ids: [api.userIds[1].Docketing] },
    }
    const given = givenTo[entity] ?? {}
    const made = await done('POST', entity, { ...body, ...given })
    const changed = await done('PUT', `${entity}/${made.id}`, { name: 'Other name' })
    await api.giveRole('Docketing', api.firms[1].roleIds.Docketing)
    const removed = await send('POST', `${entity}/bulk-delete`, { ids: [made.id] })
    expect(removed.json().outcomes).toMatchObject([{ isDone: true }])
    expect([made.undoId, changed.undoId, removed.json().undo_id]).toEqual(['', '', undefined])
  })
})

describe('several rows and the firm', () => {
  test('a bulk deletion is one undo, and rows that cannot be restored do not block the others', async () => {
    const made = [
      await makeClient('Bulk A'),
      await makeClient('Bulk B', { number: 'BULK-B' }),
      await makeClient('Bulk C'),
    ]
    const ids = made.map(({ id }) => id)
    const answer = await send('POST', 'client/bulk-delete', { ids }, 'Docketing')
    const undoId = String(answer.json().undo_id)
    const taker = await makeClient('Taker', { number: 'BULK-B' })
    const first = await undo(undoId, 'Docketing')
    expect([first.done, first.refused]).toEqual([2, 1])
    expect(first.outcomes[0]).toMatchObject({ title: 'Bulk B', isDone: false })
    expect(await Promise.all(ids.map(async (id) => (await read(`client/${id}`))?.name))).toEqual([
      'Bulk A',
      undefined,
      'Bulk C',
    ])
    await done('DELETE', `client/${taker.id}`)
    expect(await undo(undoId, 'Docketing')).toMatchObject({ done: 1, refused: 0 })
    const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=were%20undone' })
    expect(log.text).toContain('2 of 3 rows of a change of clients were undone. 1 was left alone.')
  })

  test('a rehearsal has no undo', async () => {
    const { id } = await makeClient('Rehearsed')
    const answer = await send('POST', 'client/bulk-delete', { ids: [id], rehearse: true })
    expect(answer.json()).toEqual({ outcomes: [{ id, title: 'Rehearsed', isDone: true }] })
  })

  test('records that refer to each other are restored in a possible order', async () => {
    const policy = (name: string, more: Body = {}) =>
      done('POST', 'storage_policy', {
        name,
        document_path: '/a',
        document_name: 'b',
        dms_credential_id: api.firms[1].dmsCredentialId,
        ...more,
      })
    const inner = await policy('Inner')
    const outer = await policy('Outer', { additional_storage_policy_id: inner.id })
    const answer = await send('POST', 'storage_policy/bulk-delete', { ids: [outer.id] })
    const second = await done('DELETE', `storage_policy/${inner.id}`)
    expect((await undo(String(answer.json().undo_id))).done).toBe(0)
    expect((await undo(second.undoId)).done).toBe(1)
    expect((await undo(String(answer.json().undo_id))).done).toBe(1)
    expect(await read(`storage_policy/${outer.id}`)).toMatchObject({ additional_storage_policy_id: inner.id })
  })

  test('firm settings are restored too', async () => {
    const { undoId } = await done('PUT', 'firm/1', {
      reply_to_email: 'x@one.example',
      ignored_case_statuses: ['Closed'],
    })
    expect(await read('firm')).toMatchObject({ reply_to_email: 'x@one.example' })
    expect(await undo(undoId)).toMatchObject({ done: 1, outcomes: [{ id: '1', title: 'Firm 1', isDone: true }] })
    expect(await read('firm')).toMatchObject({ reply_to_email: null, ignored_case_statuses: [] })
    const first = await done('PUT', 'firm/1', { reply_to_email: 'y@one.example' })
    await done('PUT', 'firm/1', { web_preferences: 'wide' })
    expect((await undo(first.undoId)).outcomes[0]?.reason).toBe('Someone has changed this record since.')
  })
})
