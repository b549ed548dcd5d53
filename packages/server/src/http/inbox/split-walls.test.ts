import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { insert, plantFiling } from '../../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { itemsOf } from '../../testing/inbox-api.ts'
import { noticeFormatRoutes } from '../notice-format.ts'
import { resourceRoutes } from '../resources.ts'
import { inboxRoutes } from './inbox.ts'

let api: TestApi
let ids: Record<'whole' | 'hidden' | 'open', string>

/** One message with two notices, a wall around the case of one, and Docketing on its other side. */
beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
      noticeFormatRoutes(app, services)
    },
  })
  const whole = await itemsOf(api).makeItem('Succeeded', { subject: 'FW: two orders' })
  const [hidden, open] = [await plantFiling(api.services), await plantFiling(api.services)]
  ids = { whole, hidden: hidden.itemId, open: open.itemId }
  const timekeeper = newId()
  await withSystem(api.services.database, async (trx) => {
    await insert(trx, 'timekeepers', { firm_id: 1, id: timekeeper, full_name: 'Ruth Osei' })
    await sql`update users set timekeeper_id = ${timekeeper}::uuid
      where firm_id = 1 and id = ${api.userIds[1].Docketing}::uuid`.execute(trx)
    await sql`update inbox_items set disposition = 'SPLIT' where id = ${whole}::uuid`.execute(trx)
    await sql`update inbox_items part set parent_id = whole.id, raw_content = whole.raw_content
      from inbox_items whole where whole.id = ${whole}::uuid
        and part.id = any(${[hidden.itemId, open.itemId]}::uuid[])`.execute(trx)
    await sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
      select 1, ${newId()}::uuid, 'Screen', 'EXCLUSIONARY', matter_id, array[${timekeeper}::uuid]
      from cases where id = ${hidden.caseId}::uuid`.execute(trx)
  })
})
afterAll(() => api.close())

async function seen(as: TestRole): Promise<string[]> {
  const answer = await api.call({ as, url: '/api/v1/inbox_item/search?max=50' })
  expect(answer.status, answer.text).toBe(200)
  return (answer.json().inbox_items as { id: string }[]).map(({ id }) => id).toSorted()
}

const read = (as: TestRole, path: string) => api.call({ as, url: `/api/v1/inbox/${path}` })

test('a message that was split is behind the walls around its parts', async () => {
  expect(await seen('Manager')).toEqual(Object.values(ids).toSorted())
  expect(await seen('Docketing')).toEqual([ids.open])
  expect((await read('Docketing', ids.whole)).status).toBe(404)
  expect((await read('Docketing', `${ids.whole}/message`)).status).toBe(404)
  expect((await read('Manager', `${ids.whole}/message`)).status).toBe(200)
})

test('it stays there while it is processed again', async () => {
  const set = (status: string, disposition: string) =>
    withSystem(api.services.database, (trx) =>
      sql`update inbox_items set status = ${status}, disposition = ${disposition}
        where id = ${ids.whole}::uuid`.execute(trx),
    )
  await set('Action Required', 'NO_DISPOSITION')
  expect(await seen('Docketing')).toEqual([ids.open])
  await set('Succeeded', 'SPLIT')
})

test('someone whom a wall keeps out of one notice may not read the message by another one in it', async () => {
  expect((await read('Docketing', ids.open)).status).toBe(200)
  for (const path of ['message', 'raw']) {
    const answer = await read('Docketing', `${ids.open}/${path}`)
    expect(answer.status, path).toBe(403)
    expect(answer.text).toContain('The message also contains a notice that you may not see.')
    expect((await read('Manager', `${ids.open}/${path}`)).status, path).toBe(200)
  }
})

test('nor by one that was left with the copy of the message that was received first', async () => {
  const set = (file: string, part: object | null) =>
    withSystem(api.services.database, async (trx) => {
      await sql`update inbox_items set raw_content = ${file} where id = ${ids.whole}::uuid`.execute(trx)
      await sql`update item_progress set outcomes = ${JSON.stringify(part ? { receive: { part } } : {})}::text::jsonb
        where id = ${ids.open}::uuid`.execute(trx)
    })
  const { rows } = await withSystem(api.services.database, (trx) =>
    sql<{ file: string }>`select raw_content as file from inbox_items where id = ${ids.whole}::uuid`.execute(trx),
  )
  await set('f'.repeat(64), { start: 0, end: 10, at: 0 })
  for (const path of ['message', 'raw']) expect((await read('Docketing', `${ids.open}/${path}`)).status, path).toBe(403)
  await set(String(rows[0]?.file), null)
})

test('nor have a notice format of theirs read it', async () => {
  // Docketing sees no formats.
  await api.giveRole('Docketing', api.firms[1].roleIds.Administrator)
  const format = {
    name: 'All',
    sender_domains: ['court.example'],
    subject_patterns: ['*'],
    ecfx_jurisdiction_id: 'cand',
  }
  const trial = (as: TestRole, id: string) =>
    api.call({ as, method: 'POST', url: '/api/v1/notice_format/try', body: { format, inbox_item_id: id } })
  const refused = await trial('Docketing', ids.open)
  expect([refused.status, refused.json().detail]).toEqual([
    403,
    'The message also contains a notice that you may not see.',
  ])
  expect((await trial('Administrator', ids.open)).status).toBe(200)
  expect((await trial('Docketing', ids.hidden)).status).toBe(404)
})
