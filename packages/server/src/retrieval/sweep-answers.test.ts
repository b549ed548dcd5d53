import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { productRoutes } from '../http/routes.ts'
import { openTestApi, type TestApi } from '../testing/api.ts'
import { itemsOf } from '../testing/inbox-api.ts'
import { sweepAnswers } from './sweep-answers.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

type Status = Parameters<ReturnType<typeof itemsOf>['makeItem']>[0]
interface Document {
  verdict: string
  file: string | null
}

const saved = { verdict: 'fetched', file: 'f' }

/** Creates a filing with a notice of each status, and returns the journal key of its link. */
async function makeFiling(statuses: readonly Status[], documents: readonly Document[]): Promise<string> {
  const [envelope, key] = [newId(), newId()]
  const items = await Promise.all(statuses.map((status) => itemsOf(api).makeItem(status)))
  await withFirm(api.services.database, 1, async (trx) => {
    await sql`insert into envelopes (firm_id, id) values (1, ${envelope}::uuid)`.execute(trx)
    await sql`update inbox_items set envelope_id = ${envelope}::uuid where id = any(${items}::uuid[])`.execute(trx)
    await sql`insert into links (firm_id, id, link_key, envelope_id, inbox_item_id, position, link)
      values (1, ${newId()}::uuid, ${key}, ${envelope}::uuid, ${items[0]}::uuid, 0, '{}')`.execute(trx)
    for (const [position, { verdict, file }] of documents.entries())
      await sql`insert into documents (firm_id, id, envelope_id, position, title, verdict, file_id)
        values (1, ${newId()}::uuid, ${envelope}::uuid, ${position}, 'Order', ${verdict}, ${file})`.execute(trx)
  })
  return key
}

async function sweep(keys: readonly string[]): Promise<readonly string[]> {
  const dropped: string[] = []
  await sweepAnswers(api.services, { keys: () => keys, forget: (settled) => void dropped.push(...settled) })
  return dropped
}

test('drops what a kill left behind once its documents are saved and no notice of the filing is in progress', async () => {
  const sealed = { verdict: 'sealed', file: null }
  const keys = [
    await makeFiling(['Succeeded'], [saved]),
    await makeFiling(['Succeeded', 'Canceled'], [saved, sealed]),
    await makeFiling(['Failed'], [saved, saved]),
  ]
  expect([...(await sweep(keys))].toSorted()).toEqual([...keys].toSorted())
})

test('drops nothing that may be needed again', async () => {
  const under = await Promise.all(
    (['New', 'Started', 'Retry', 'Action Required'] as const).map((status) =>
      makeFiling(['Succeeded', status], [saved]),
    ),
  )
  const gap = await makeFiling(['Succeeded'], [saved, { verdict: 'broken', file: null }])
  const bare = await makeFiling(['Succeeded'], [])
  expect(await sweep([...under, gap, bare, 'a link that no notice has'])).toEqual([])
})
