import { tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withFirm, withSystem } from '../base/db/firm-transaction.ts'
import { behaviourOf } from '../records/behaviour.ts'
import { forgetExpired } from '../records/undo/journal.ts'
import { type TestApi, type TestRole, testPassword } from '../testing/api.ts'
import {
  type Body,
  done,
  makeClient,
  openUndoApi,
  read,
  record,
  send,
  undo,
  undoIdOf,
  withNewVersion,
} from '../testing/undo-api.ts'

// The values a deletion of the record logs.
const inUse = 'This record is used by 1 matter. It can be deactivated instead: Status: Closed.'

let api: TestApi

beforeAll(async () => {
  api = await openUndoApi()
})
afterAll(() => api.close())

describe('one row', () => {
  test('that was deleted is restored as it was, with all columns, and the log says so', async () => {
    const { id } = await makeClient('Bremner LLP', { status: 'Closed', open_date: '2026-02-03' })
    const before = await record('clients', id)
    const { undoId } = await done('DELETE', `client/${id}`)
    expect(await record('clients', id)).toBeUndefined()
    expect(await undo(undoId)).toEqual({
      done: 1,
      refused: 0,
      outcomes: [{ id, title: 'Bremner LLP', isDone: true }],
    })
    expect(await record('clients', id)).toEqual(withNewVersion(before))
    const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=bremner' })
    expect(log.text).toContain('Client \\"Bremner LLP\\" was created by an undo.')
  })

  test('that was changed gets its former values, and keeps what was not changed', async () => {
    const { id } = await makeClient('Before', { status: 'Active' })
    const { undoId } = await done('PUT', `client/${id}`, { name: 'After', status: 'Active' })
    expect(await undo(undoId)).toMatchObject({ done: 1 })
    expect(await read(`client/${id}`)).toMatchObject({ name: 'Before', status: 'Active' })
    const log = await api.call({ as: 'Administrator', url: '/api/v1/system_event/search?freeText=by%20an%20undo' })
    const { system_events: events } = log.json() as { system_events: { entity_id: string; details: string }[] }
    const line = events.find((event) => event.entity_id === id)
    expect(JSON.parse(line?.details ?? '{}')).toEqual({ name: { from: 'After', to: 'Before' } })
  })

  test('that was created is removed', async () => {
    const { id, undoId } = await makeClient('Made by mistake')
    expect(await undo(undoId)).toMatchObject({ done: 1 })
    expect(await read(`client/${id}`)).toBeUndefined()
  })

  test('a change of nothing cannot be undone, and leaves updated_at unchanged', async () => {
    const { id } = await makeClient('Same')
    const before = await record('clients', id)
    expect((await done('PUT', `client/${id}`, { name: 'Same' })).undoId).toBe('')
    expect(await record('clients', id)).toEqual(before)
  })

  test('several changes of one row are undone one after the other, back to before it existed', async () => {
    const made = await makeClient('One')
    const second = await done('PUT', `client/${made.id}`, { name: 'Two' })
    const third = await done('PUT', `client/${made.id}`, { name: 'Three', status: 'Closed' })
    const removed = await done('DELETE', `client/${made.id}`)
    await undo(removed.undoId)
    expect(await read(`client/${made.id}`)).toMatchObject({ name: 'Three', status: 'Closed' })
    await undo(third.undoId)
    expect(await read(`client/${made.id}`)).toMatchObject({ name: 'Two', status: 'Active' })
    await undo(second.undoId)
    expect(await read(`client/${made.id}`)).toMatchObject({ name: 'One' })
    await undo(made.undoId)
    expect(await read(`client/${made.id}`)).toBeUndefined()
  })

  test('consoles that are watching are notified', async () => {
    const { id } = await makeClient('Watched')
    const { undoId } = await done('DELETE', `client/${id}`)
    const heard: unknown[] = []
    const stop = api.services.feed.subscribe((change) => heard.push(change))
    await undo(undoId)
    await expect.poll(() => heard).toContainEqual({ firmId: 1, entity: 'client', ids: [id] })
    stop()
  })

  test('lists and references are restored', async () => {
    const jurisdiction = await done('POST', 'jurisdiction', { name: 'D. Undo', ecfx_jurisdiction_ids: ['cand'] })
    const group = await done('POST', 'jurisdiction_group', { name: 'Undo courts', jurisdiction_ids: [jurisdiction.id] })
    const { undoId } = await done('PUT', `jurisdiction_group/${group.id}`, {
      jurisdiction_ids: [],
      categories: ['FEDERAL_DISTRICT'],
    })
    await undo(undoId)
    expect(await read(`jurisdiction_group/${group.id}`)).toMatchObject({
      jurisdiction_ids: [jurisdiction.id],
      categories: [],
    })
  })
})

describe('what stays as it is', () => {
  test('a row that someone changed since, whatever was done to it before', async () => {
    const made = await makeClient('Changed since')
    const { undoId } = await done('PUT', `client/${made.id}`, { name: 'Mine' })
    await done('PUT', `client/${made.id}`, { status: 'Closed' }, 'Docketing')
    for (const id of [undoId, made.undoId]) {
      const { done: count, outcomes } = await undo(id)
      expect([count, outcomes[0]?.reason]).toEqual([0, 'Someone has changed this record since.'])
    }
    expect(await read(`client/${made.id}`)).toMatchObject({ name: 'Mine', status: 'Closed' })
  })

  test('a row that was deleted since, until it has been restored', async () => {
    const { id } = await makeClient('Deleted since')
    const { undoId } = await done('PUT', `client/${id}`, { name: 'Mine too' })
    const removed = await done('DELETE', `client/${id}`)
    expect((await undo(undoId)).outcomes).toEqual([{ id, title: null, isDone: false, reason: 'Record not found.' }])
    await undo(removed.undoId)
    expect(await undo(undoId)).toMatchObject({ done: 1, refused: 0 })
    expect(await read(`client/${id}`)).toMatchObject({ name: 'Deleted since' })
  })

  test('a row whose unique value another one now has, naming the field', async () => {
    const removed = await makeClient('Number taken', { number: 'TAKEN-1' })
    const renumbered = await makeClient('Renumbered', { number: 'TAKEN-2' })
    const deletion = await done('DELETE', `client/${removed.id}`)
    const change = await done('PUT', `client/${renumbered.id}`, { number: 'FREE-2' })
    await makeClient('Taker 1', { number: 'TAKEN-1' })
    const taker = await makeClient('Taker 2', { number: 'TAKEN-2' })
    for (const { undoId } of [deletion, change])
      expect((await undo(undoId)).outcomes[0]?.reason).toBe("Number: This value can't be used. Enter another.")
    await undo(taker.undoId)
    expect(await undo(change.undoId)).toMatchObject({ done: 1 })
  })

  test('a row that others now refer to, and one that refers to a deleted record', async () => {
    const client = await makeClient('Has a matter')
    const matter = await done('POST', 'matter', { name: 'Matter', number: 'UM-1', client_id: client.id })
    expect((await undo(client.undoId)).outcomes[0]?.reason).toBe(inUse)
    const removed = await done('DELETE', `matter/${matter.id}`)
    await done('DELETE', `client/${client.id}`)
    expect((await undo(removed.undoId)).outcomes[0]?.reason).toBe('Client: The record it referred to no longer exists.')
    expect(await read(`matter/${matter.id}`)).toBeUndefined()
  })

  test('a list that refers to a deleted record', async () => {
    const timekeeper = await done('POST', 'timekeeper', { full_name: 'Gone Soon' })
    const group = await done('POST', 'auto_case_creation', { name: 'Listed', timekeepers: [timekeeper.id] })
    const change = await done('PUT', `auto_case_creation/${group.id}`, {
      timekeepers: [],
      party_email_domains: ['x.example'],
    })
    await done('DELETE', `timekeeper/${timekeeper.id}`)
    expect((await undo(change.undoId)).outcomes[0]?.reason).toMatch(/no longer exists/)
  })

  test('an administrator, for someone whose own role covers less', async () => {
    const role = await done('POST', 'user_security_role', {
      name: 'Staff office',
      user_ids: [api.userIds[1].Manager],
      user_access: 'FULL',
      firm_access: 'FULL',
      user_security_role_access: 'READ',
    })
    await api.giveRole('Manager', role.id)
    const { roleIds } = api.firms[1]
    const body = { full_name: 'Second', email: 'second@one.example', security_role_id: roleIds.Manager }
    const second = await done('POST', 'user', body)
    const promotion = await done('PUT', `user/${second.id}`, { security_role_id: roleIds.Administrator })
    const first = `user/${api.userIds[1].Administrator}`
    const demotion = await api.call({
      as: 'Manager',
      method: 'PUT',
      url: `/api/v1/${first}`,
      body: { security_role_id: roleIds.Docketing },
    })
    expect(demotion.status).toBe(400)
    expect((await undo(promotion.undoId, 'Manager')).outcomes[0]?.reason).toMatch(
      /^Role: This user has .*, which you don't\. Ask an administrator/,
    )
    expect(await undo(promotion.undoId)).toMatchObject({ done: 1 })
    const roleNow = async () => (await api.call({ as: 'Administrator', url: '/api/v1/auth/me.json' })).json()
    await expect.poll(roleNow).toMatchObject({ security_role_id: roleIds.Administrator })
    await api.giveRole('Manager', roleIds.Manager)
  })
})

describe('rows with dependents', () => {
  test('a user is restored with the password, without a reset link, and references to the user are restored', async () => {
    const email = 'passing@one.example'
    const { id } = await done('POST', 'user', {
      full_name: 'Passing Through',
      email,
      security_role_id: api.firms[1].roleIds['View Only'],
    })
    await withFirm(api.services.database, 1, async (trx) => {
      await sql`insert into user_secrets (firm_id, id, password_hash)
        select 1, ${id}::uuid, password_hash from user_secrets where id = ${api.userIds[1].Manager}::uuid`.execute(trx)
      await sql`insert into api_keys (firm_id, id, kind, name, secret_hash, user_id, created_by)
        values (1, ${id}::uuid, 'key', 'Sync', 'x', ${id}::uuid, ${id}::uuid)`.execute(trx)
      await sql`insert into password_resets (firm_id, id, user_id, token_hash, expires_at)
        values (1, ${id}::uuid, ${id}::uuid, 'x', now() + interval '1 hour')`.execute(trx)
    })
    const kept = () => Promise.all(['users', 'user_secrets', 'api_keys'].map((table) => record(table, id)))
    const before = await kept()
    const { undoId } = await done('DELETE', `user/${id}`)
    expect(await record('user_secrets', id)).toBeUndefined()
    const answer = await send('POST', `undo/${undoId}`)
    expect(answer.json()).toMatchObject({ done: 1, refused: 0 })
    expect(answer.text).not.toContain('password')
    const [user, ...others] = before
    expect(await kept()).toEqual([withNewVersion(user), ...others])
    expect(await record('password_resets', id)).toBeUndefined()
    const body = { username: email, password: testPassword }
    const logIn = await api.call({ method: 'POST', url: '/api/v1/auth/login', body })
    expect(logIn.status, logIn.text).toBe(200)
  })

  test('a secret stays encrypted as it was, and is returned to no one', async () => {
    const secret = 'whsec-4f1c9d'
    const hook = { name: 'Hook', url: 'https://example.com/hook', events: ['case.created'], signing_secret: secret }
    const { id } = await done('POST', 'webhook', hook)
    const before = await record('webhooks', id)
    const change = await send('PUT', `webhook/${id}`, { signing_secret: 'another' })
    const back = await send('POST', `undo/${undoIdOf(change)}`)
    const deletion = await done('DELETE', `webhook/${id}`)
    const whole = await send('POST', `undo/${deletion.undoId}`)
    const { updated_at: _, ...after } = (await record('webhooks', id)) as { row: Body } & Body
    expect({ ...(after.row as Body), updated_at: 0 }).toEqual({ ...(before as { row: Body }).row, updated_at: 0 })
    const told = [
      back.text,
      whole.text,
      (await api.call({ as: 'Administrator', url: `/api/v1/undo/${deletion.undoId}` })).text,
    ]
    expect(told.join()).not.toMatch(/whsec|signing_secret|\\\\x/)
    expect(JSON.stringify(await record('webhooks', id))).not.toContain(secret)
  })

  test('each table that the database clears or deletes from along with a row declares what an undo does', async () => {
    const { rows } = await sql<{ target: string; source: string; column: string }>`
      select c.confrelid::regclass::text as target, c.conrelid::regclass::text as source, a.attname as column
      from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
      where c.contype = 'f' and c.confdeltype in ('c', 'n')`.execute(api.services.database.kysely)
    const undoable = resources.filter(({ isUndoable }) => isUndoable)
    const declared = undoable.flatMap((resource) =>
      (behaviourOf(resource).dependents ?? []).map(({ table, column }) => `${tableOf(resource)} < ${table}.${column}`),
    )
    const found = rows
      .filter(({ target }) => undoable.some((resource) => tableOf(resource) === target))
      .map(({ target, source, column }) => `${target} < ${source}.${column}`)
    expect(declared.toSorted()).toEqual(found.toSorted())
  })
})

describe('who may undo', () => {
  test('the person who made the change, or who may change the firm, while the role may still change the records', async () => {
    const { id, undoId } = await makeClient('By Docketing', {}, 'Docketing')
    const about = (as: TestRole, firm: 1 | 2 = 1) =>
      api.call({ as, firm, url: `/api/v1/undo/${undoId}` }).then(({ status }) => status)
    expect(await about('Docketing')).toBe(200)
    expect(await about('Manager')).toBe(403)
    expect(await about('View Only')).toBe(403)
    expect(await about('Administrator', 2)).toBe(404)
    expect((await api.call({ url: `/api/v1/undo/${undoId}` })).status).toBe(401)
    expect((await send('POST', `undo/${undoId}`, undefined, 'Manager')).status).toBe(403)
    const foreign = await api.call({ as: 'Administrator', firm: 2, method: 'POST', url: `/api/v1/undo/${undoId}` })
    expect(foreign.status).toBe(404)
    const reading = await done('POST', 'user_security_role', {
      name: 'Only reads',
      client_access: 'READ',
      user_ids: [api.userIds[1].Docketing],
    })
    await api.giveRole('Docketing', reading.id)
    expect((await send('POST', `undo/${undoId}`, undefined, 'Docketing')).status).toBe(403)
    expect(await read(`client/${id}`)).toBeDefined()
    await api.giveRole('Docketing', api.firms[1].roleIds.Docketing)
    expect(await undo(undoId, 'Administrator')).toMatchObject({ done: 1 })
  })

  test('no one whose role may no longer change the field', async () => {
    const { id } = await makeClient('Field')
    const role = await done('POST', 'user_security_role', {
      name: 'All of clients',
      client_access: 'FULL',
      user_ids: [api.userIds[1].Docketing],
    })
    await api.giveRole('Docketing', role.id)
    const status = await done('PUT', `client/${id}`, { status: 'Closed' }, 'Docketing')
    await done('PUT', `user_security_role/${role.id}`, { client_permissions: { status: 'READ', name: 'DENY' } })
    // On a server, the announcement of a changed role arrives a moment later.
    const seen = async () => (await api.call({ as: 'Docketing', url: `/api/v1/client/${id}` })).json()
    await expect.poll(seen).not.toHaveProperty('name')
    const answer = await send('POST', `undo/${status.undoId}`, undefined, 'Docketing')
    expect(answer.json().outcomes).toEqual([
      { id, title: null, isDone: false, reason: 'Your role may not change Status.' },
    ])
    expect(await read(`client/${id}`)).toMatchObject({ status: 'Closed' })
    await api.giveRole('Docketing', api.firms[1].roleIds.Docketing)
  })

  test('no one who does not see the record, of which nothing is said either', async () => {
    const view = { entity: 'client', name: 'My own list', audience: 'self' }
    const { id } = await done('POST', 'saved_view', view, 'Docketing')
    const renamed = await done('PUT', `saved_view/${id}`, { name: 'My renamed list' }, 'Docketing')
    const unseen = { done: 0, refused: 0, outcomes: [] }
    const remaining = async (undoId: string, as: TestRole = 'Administrator') => {
      const { count, remaining } = (await api.call({ as, url: `/api/v1/undo/${undoId}` })).json()
      return [count, remaining]
    }
    expect(await remaining(renamed.undoId)).toEqual([0, 0])
    expect(await remaining(renamed.undoId, 'Docketing')).toEqual([1, 1])
    expect(await undo(renamed.undoId)).toEqual(unseen)
    const removed = await done('DELETE', `saved_view/${id}`, undefined, 'Docketing')
    expect(await remaining(removed.undoId)).toEqual([0, 0])
    expect(await undo(removed.undoId)).toEqual(unseen)
    expect(await undo(removed.undoId, 'Docketing')).toMatchObject({ done: 1 })
    expect(await undo(renamed.undoId, 'Docketing')).toMatchObject({ done: 1 })
  })

  test.each(['not-an-id', '00000000-0000-7000-8000-000000000001'])('%s is not an undo', async (id) => {
    expect((await send('POST', `undo/${id}`)).status).toBe(404)
  })
})

describe('how long and how often', () => {
  test('once; its effect is shown before and after', async () => {
    const { undoId } = await makeClient('Once')
    const about = async () => (await api.call({ as: 'Administrator', url: `/api/v1/undo/${undoId}` })).json()
    const before = await about()
    expect(before).toMatchObject({
      id: undoId,
      entity: 'client',
      kind: 'create',
      count: 1,
      remaining: 1,
      user_id: api.userIds[1].Administrator,
      is_expired: false,
      undone_at: null,
    })
    const kept = Date.parse(String(before.expires_at)) - Date.parse(String(before.created_at))
    expect(kept).toBe(24 * 3_600_000)
    await undo(undoId)
    expect(await about()).toMatchObject({ remaining: 0, undone_by: api.userIds[1].Administrator })
    const again = await send('POST', `undo/${undoId}`)
    expect([again.status, again.json().detail]).toEqual([409, 'This was already undone.'])
  })

  test('two simultaneous undos count as one', async () => {
    const { id } = await makeClient('Twice')
    const { undoId } = await done('DELETE', `client/${id}`)
    const answers = await Promise.all([send('POST', `undo/${undoId}`), send('POST', `undo/${undoId}`)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('24 hours; then it is refused, and deleted with its rows', async () => {
    const { id } = await makeClient('Too late')
    const { undoId } = await done('DELETE', `client/${id}`)
    const { database } = api.services
    await withFirm(database, 1, (trx) =>
      sql`update undos set expires_at = now() where id = ${undoId}::uuid`.execute(trx),
    )
    const late = await send('POST', `undo/${undoId}`)
    expect([late.status, late.json().detail]).toEqual([
      409,
      'This can no longer be undone: it was done more than 24 hours ago.',
    ])
    expect(await read(`client/${id}`)).toBeUndefined()
    const other = await makeClient('Still kept')
    await forgetExpired(database)
    expect((await send('POST', `undo/${undoId}`)).status).toBe(404)
    const { rows } = await withSystem(database, (trx) =>
      sql`select from undo_rows where undo_id = ${undoId}::uuid`.execute(trx),
    )
    expect(rows).toEqual([])
    expect(await undo(other.undoId)).toMatchObject({ done: 1 })
  })
})
