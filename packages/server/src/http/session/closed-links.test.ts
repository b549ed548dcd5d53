import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../base/db/ids.ts'
import { plantFiling } from '../../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi, type TestRole } from '../../testing/api.ts'
import { publicLinkRoutes } from './public-link.ts'

let api: TestApi
let document: string
beforeAll(async () => {
  api = await openTestApi({ register: (scope, services) => publicLinkRoutes(scope, services) })
  const firm = { public_document_access: true }
  const { documents } = await plantFiling(api.services, { firm, documents: [{ content: '%PDF-1.7 plain' }] })
  document = documents[0]?.id ?? ''
})
afterAll(() => api.close())

async function makeLink(as: TestRole): Promise<string> {
  const answer = await api.call({ as, method: 'POST', url: `/api/v1/document/${document}/public-link` })
  expect(answer.status, answer.text).toBe(200)
  return String(answer.json().path).replace('/public-document/', '')
}

const read = (token: string) => api.call({ url: `/api/v1/public-document/${token}` })
const content = (token: string) => api.call({ url: `/api/v1/public-document/${token}/content` })

/** Adds an ethical wall around the document's case that excludes a user. */
async function wallAround(userId: string): Promise<{ remove: () => Promise<unknown> }> {
  const { kysely } = api.services.database
  const [timekeeper, wall] = [newId(), newId()]
  await sql`insert into timekeepers (firm_id, id, full_name, email)
    values (1, ${timekeeper}::uuid, 'Walled', 'walled@one.example')`.execute(kysely)
  await sql`update users set timekeeper_id = ${timekeeper}::uuid where id = ${userId}::uuid`.execute(kysely)
  await sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${wall}::uuid, 'Wall', 'EXCLUSIONARY', c.matter_id, array[${timekeeper}::uuid]
    from documents d join envelopes e on e.firm_id = d.firm_id and e.id = d.envelope_id
      join cases c on c.firm_id = e.firm_id and c.id = e.case_id where d.id = ${document}::uuid`.execute(kysely)
  return { remove: () => sql`delete from ethical_walls where id = ${wall}::uuid`.execute(kysely) }
}

test('a link stops working when its creator is deactivated, or excluded by a wall added since', async () => {
  const token = await makeLink('Manager')
  const id = api.userIds[1].Manager
  const setActive = (isActive: boolean) =>
    sql`update users set is_active = ${isActive} where id = ${id}::uuid`.execute(api.services.database.kysely)
  await setActive(false)
  expect([(await read(token)).status, (await content(token)).status]).toEqual([404, 404])
  await setActive(true)
  expect((await content(token)).status).toBe(200)
  const wall = await wallAround(id)
  for (const answer of [await read(token), await content(token)]) {
    expect([answer.status, answer.headers['cache-control']]).toEqual([403, 'no-store'])
    expect(answer.text).not.toMatch(/Motion|PDF/)
  }
  await wall.remove()
  expect((await content(token)).status).toBe(200)
})

test('a link is in no line of the log', async () => {
  const token = await makeLink('Docketing')
  await content(token)
  await content(`${token}x`)
  expect(api.logged()).not.toContain(token.slice(0, 60))
})
