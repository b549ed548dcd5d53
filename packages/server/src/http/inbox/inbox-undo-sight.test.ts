import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openInboxUndoApi } from '../../testing/inbox-undo-api.ts'

let { api, inbox, undo, followed, act, lackDocument } = {} as Awaited<ReturnType<typeof openInboxUndoApi>>

beforeAll(async () => {
  ;({ api, inbox, undo, followed, act, lackDocument } = await openInboxUndoApi())
})
afterAll(() => api.close())

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
