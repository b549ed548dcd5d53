import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOnServer } from '../testing/database.ts'
import { endedOnce } from '../testing/end-once.ts'
import { openInboxUndoApi } from '../testing/inbox-undo-api.ts'
import { openRival } from '../testing/rival.ts'

/**
 * What the database ends because it and another transaction waited for each other is made again, and counts once.
 * `every-write.test.ts` shows it for every call; here are those whose transactions do the most.
 */
let { api, inbox, undo } = {} as Awaited<ReturnType<typeof openInboxUndoApi>>

beforeAll(async () => {
  ;({ api, inbox, undo } = await openInboxUndoApi())
})
afterAll(() => api.close())

const eventsOf = async (id: string) => (await inbox.run(sql`select from system_events where entity_id = ${id}`)).length

test('an import, which counts, shows and refuses each row once', async () => {
  const headers = { 'content-type': 'text/csv' }
  const body = ['name,number', 'Bell Freight,E-2', ',E-3', 'Corbin Glass,E-4'].join('\r\n')
  await inbox.run(sql`update firms set import_warning_threshold = 5`)
  const url = '/api/v1/client/import?mode=commit'
  const answer = await endedOnce(api.services.database, 'clients', () =>
    api.call({ as: 'Docketing', method: 'POST', url, headers, body }),
  )
  const { id, ...result } = answer.json()
  expect(result).toMatchObject({ status: 'committed_with_warnings', counts: { rows: 3, new: 2, error: 1 } })
  const rejected = await api.call({ as: 'Docketing', url: `/api/v1/import_run/${id}/rejected` })
  expect(rejected.text.match(/E-3/g)).toHaveLength(1)
  const shown = await inbox.run(sql`select title from import_rows where import_run_id = ${id}::uuid order by place`)
  expect(shown).toEqual([{ title: 'Bell Freight' }, { title: 'Corbin Glass' }])
  const known = await inbox.run(sql`select name from clients where number like 'E-%' and name <> 'Acme' order by name`)
  expect(known).toEqual([{ name: 'Bell Freight' }, { name: 'Corbin Glass' }])
  expect(await eventsOf(String(id))).toBe(1)
})

type Lock = readonly [statement: string, values: readonly unknown[]]

/** Makes a call that waits for someone's lock, while they wait for one that the call holds. */
async function callAgainst<T>(call: () => Promise<T>, first: Lock, second: Lock): Promise<T> {
  const rival = await openRival(api.services.database)
  await rival.run(...first)
  const answer = call()
  await expect.poll(rival.othersWaiting).toBe(1)
  await rival.run(...second)
  await rival.end()
  return answer
}

// The embedded database runs one transaction at a time.
describe.skipIf(!isOnServer)('against someone who waits for it (on a server only)', () => {
  const send = (method: 'POST' | 'PUT', path: string, body: object) =>
    api.call({ as: 'Docketing', method, url: `/api/v1/${path}`, body })

  test('an undo', async () => {
    const ids: string[] = []
    for (const number of ['D-1', 'D-2'])
      ids.push(String((await send('POST', 'client', { name: 'Acme', number })).json().id))
    const changed = await send('POST', 'client/bulk-update', { ids, values: { name: 'Globex' } })
    const touch = (id: string | undefined): Lock => ['update clients set number = number where id = $1', [id]]
    const before = await Promise.all(ids.map(eventsOf))
    const undone = await callAgainst(() => undo(changed.json().undo_id), touch(ids[1]), touch(ids[0]))
    expect(undone).toMatchObject({ status: 200, done: 2, refused: 0 })
    expect(await Promise.all(ids.map(eventsOf))).toEqual(before.map((count) => count + 1))
  })

  test('a change of the firm', async () => {
    const body = { reply_to_email: 'clerk@one.example' }
    const change = (values: object) =>
      api.call({ as: 'Administrator', method: 'PUT', url: '/api/v1/firm/1', body: values })
    expect((await change(body)).status).toBe(200)
    expect((await change({ reply_to_email: null })).status).toBe(200)
    const answer = await callAgainst(
      () => change(body),
      ["select from directors where firm_id = 1 and field = 'replyToEmail' for update", []],
      ['select from firms where firm_id = 1 for update', []],
    )
    expect([answer.status, answer.json()]).toMatchObject([200, body])
  })
})
