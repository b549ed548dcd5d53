import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import type { TestApi } from '../testing/api.ts'
import { done, openUndoApi, undo } from '../testing/undo-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await openUndoApi()
})
afterAll(() => api.close())

const address = (end: string) => `https://hooks.slack.com/services/T0/B0/${end}`

const own = (name: string) => ({ name, time_zone: 'America/New_York' })

async function channelOf(id: string) {
  const { rows } = await withFirm(api.services.database, 1, (trx) =>
    sql`select chat_service, chat_url from timekeeper_groups where id = ${id}::uuid`.execute(trx),
  )
  return rows[0]
}

test('a deleted preference group comes back with its chat channel', async () => {
  const { id } = await done('POST', 'timekeeper_group', { ...own('A'), chat_service: 'SLACK', chat_url: address('a') })
  const before = await channelOf(id)
  const removed = await done('DELETE', `timekeeper_group/${id}`)
  expect(await undo(removed.undoId)).toMatchObject({ done: 1, refused: 0 })
  expect(await channelOf(id)).toEqual(before)
})

test('a chat channel that was changed or removed is as it was after an undo', async () => {
  const { id } = await done('POST', 'timekeeper_group', { ...own('B'), chat_service: 'SLACK', chat_url: address('b') })
  const before = await channelOf(id)
  for (const change of [{ chat_url: address('c') }, { chat_service: null, chat_url: null }]) {
    const changed = await done('PUT', `timekeeper_group/${id}`, change)
    expect(await channelOf(id)).not.toEqual(before)
    expect(await undo(changed.undoId)).toMatchObject({ done: 1, refused: 0 })
    expect(await channelOf(id)).toEqual(before)
  }
})

test('a first chat channel is gone after an undo', async () => {
  const { id } = await done('POST', 'timekeeper_group', own('C'))
  const added = await done('PUT', `timekeeper_group/${id}`, { chat_service: 'SLACK', chat_url: address('d') })
  expect(await undo(added.undoId)).toMatchObject({ done: 1, refused: 0 })
  expect(await channelOf(id)).toEqual({ chat_service: null, chat_url: null })
})
