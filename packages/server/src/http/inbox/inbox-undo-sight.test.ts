import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { plantFiling } from '../../outbox/copies/test-filing.ts'
import { openTestApi, type TestApi } from '../../testing/api.ts'
import { itemsOf } from '../../testing/inbox-api.ts'
import { resourceRoutes } from '../resources.ts'
import { undoRoutes } from '../undo.ts'
import { inboxRoutes } from './inbox.ts'

let api: TestApi
let inbox: ReturnType<typeof itemsOf>

beforeAll(async () => {
  api = await openTestApi({
    register: (app, services) => {
      resourceRoutes(app, services)
      inboxRoutes(app, services)
      undoRoutes(app, services)
    },
  })
  inbox = itemsOf(api)
})
afterAll(() => api.close())

const undo = async (id: unknown) => {
  const answer = await api.call({ as: 'Docketing', method: 'POST', url: `/api/v1/undo/${id}` })
  return { status: answer.status, ...(answer.json() as unknown as { detail?: string }) }
}

const followed = async (id: unknown) =>
  (await api.call({ as: 'Docketing', url: `/api/v1/undo/${id}` })).json().followed as string | null

/** Takes an action that can be undone, and returns its undo. */
async function act(path: string, body: object = {}): Promise<string> {
  const answer = await inbox.send(path, { ...body })
  expect(answer.status, answer.text).toBe(200)
  expect(answer.json().undo_id, path).toBeDefined()
  return String(answer.json().undo_id)
}

/** Creates a notice that lacks a document of its filing. */
async function lackDocument() {
  const filing = await plantFiling(api.services, {
    documents: [{ verdict: 'spent', sentence: 'Its free look was used.' }],
  })
  await inbox.run(
    sql`update inbox_items set status = 'Action Required', next_stage = null where id = ${filing.itemId}::uuid`,
  )
  await inbox.run(sql`update item_progress set outcomes = '{"retrieve": {"result": {"gap": "missing"}}}'
    where id = ${filing.itemId}::uuid`)
  return { id: filing.itemId, envelopeId: filing.envelopeId, documentId: filing.documents[0]?.id ?? '' }
}

async function deliver(id: string, envelopeId: string, status: string): Promise<void> {
  await inbox.run(sql`insert into deliveries (firm_id, id, envelope_id, inbox_item_id, email, method, message_id, status)
    values (1, gen_random_uuid(), ${envelopeId}::uuid, ${id}::uuid, ${`${status}@one.example`}, 'EMAIL', ${id}, ${status})`)
}

let numbered = 0

/** Gives Docketing another role while `run` does something. */
async function asRole(body: object, run: () => Promise<void>): Promise<void> {
  const role = { name: `Role ${++numbered}`, firm_access: 'FULL', inbox_item_access: 'FULL', ...body }
  const made = await api.call({
    ...{ as: 'Administrator', method: 'POST', url: '/api/v1/user_security_role' },
    body: { ...role, user_ids: [api.userIds[1].Docketing] },
  })
  expect(made.status, made.text).toBe(201)
  await api.giveRole('Docketing', String(made.json().id))
  await run()
  await api.giveRole('Docketing', api.firms[1].roleIds.Docketing)
}

test('how many were notified is not said to a role that may not see emails', async () => {
  const sent = await lackDocument()
  const undoId = await act(`${sent.id}/requeue`)
  await deliver(sent.id, sent.envelopeId, 'sent')
  await asRole({ delivery_access: 'DENY' }, async () => {
    expect(await followed(undoId)).toBe('Something was already sent or saved.')
    expect((await undo(undoId)).detail).toBe("Something was already sent or saved. This can't be undone.")
  })
})

test('someone whose role may no longer act on notices undoes nothing', async () => {
  const { id } = await lackDocument()
  const undoId = await act(`${id}/requeue`)
  const before = await inbox.itemOf(id)
  await asRole({ inbox_item_permissions: { status: 'READ' } }, async () => {
    expect((await undo(undoId)).status).toBe(403)
    expect(await inbox.itemOf(id)).toEqual(before)
  })
})

test('what followed is not said to someone a wall keeps out of one of the notices', async () => {
  const [sent, walled] = [await lackDocument(), await lackDocument()]
  const { timekeeperId } = await inbox.makeJurisdictionAndMatter()
  const undoId = await act('bulk', { action: 'requeue', ids: [sent.id, walled.id] })
  await deliver(sent.id, sent.envelopeId, 'sent')
  expect(await followed(undoId)).toBe('1 person was notified.')
  const [{ matter } = { matter: '' }] = (await inbox.run(sql`select c.matter_id as matter from cases c
    where c.id = (select case_id from envelopes where id = ${walled.envelopeId}::uuid)`)) as { matter: string }[]
  const user = api.userIds[1].Docketing
  await inbox.run(sql`update firms set internal_walls_enabled = true`)
  await inbox.run(sql`update users set timekeeper_id = ${timekeeperId}::uuid where id = ${user}::uuid`)
  await inbox.run(sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    values (1, gen_random_uuid(), 'Screen', 'EXCLUSIONARY', ${matter}::uuid, array[${timekeeperId}]::uuid[])`)
  // Until then, who may sign in is remembered.
  api.clock.advance(60_000)
  expect((await api.call({ as: 'Docketing', url: `/api/v1/undo/${undoId}` })).status).toBe(404)
  expect((await undo(undoId)).status).toBe(404)
  await inbox.run(sql`delete from ethical_walls`)
  await inbox.run(sql`update users set timekeeper_id = null where id = ${user}::uuid`)
  api.clock.advance(60_000)
})
