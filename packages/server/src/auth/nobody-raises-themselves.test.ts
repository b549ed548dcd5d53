import { type AccessType, type Grant, permissionSubjects, type Role } from '@courtcrier/contract/access.ts'
import { covers } from '@courtcrier/contract/covers.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { roleFromRow, rowFromGrants, userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFirm } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { type DatabaseRecord, rowOf } from '../base/db/rows.ts'
import { productRoutes } from '../http/routes.ts'
import { openTestApi, type TestApi, type TestRole, testEmail, testRoles } from '../testing/api.ts'
import { isLongRun } from '../testing/long-run.ts'

let api: TestApi
beforeAll(async () => {
  api = await openTestApi({ register: productRoutes })
})
afterAll(() => api.close())

/** The role of the user who tries to gain access. */
const caller = 'Manager'
const others = ['Docketing', 'View Only'] as const

/** Enough subjects for roles to differ in; those that let a caller try anything are always included. */
const subjects = ['user', 'user_security_role', 'firm', 'client', 'case', 'ethical_wall', 'system_event'] as const
const access = fc.constantFrom<AccessType>('READ', 'FULL', 'DENY')
const grant: fc.Arbitrary<Grant> = fc.record({
  access,
  fields: fc.dictionary(fc.constantFrom('name', 'email', 'full_name'), fc.constant<AccessType>('DENY'), { maxKeys: 1 }),
})
const grants = fc.record(Object.fromEntries(subjects.map((subject) => [subject, grant])))
/** A role with these grants can try the most. */
const meddling: Role['grants'] = Object.fromEntries(
  ['user', 'user_security_role', 'firm'].map((subject) => [subject, { access: 'FULL', fields: {} }]),
)
type Grants = Readonly<Record<string, Grant>>

const command = fc.oneof(
  fc.record({ kind: fc.constant('create role' as const), grants, member: fc.nat(3) }),
  fc.record({ kind: fc.constant('change role' as const), role: fc.nat(6), grants }),
  fc.record({ kind: fc.constant('join' as const), role: fc.nat(6), member: fc.nat(3) }),
  fc.record({ kind: fc.constant('assign' as const), role: fc.nat(6), member: fc.nat(3) }),
  fc.record({ kind: fc.constant('bulk assign' as const), role: fc.nat(6) }),
  fc.record({ kind: fc.constant('take address' as const), member: fc.nat(3) }),
  fc.record({ kind: fc.constant('import address' as const), member: fc.nat(3) }),
  fc.record({ kind: fc.constant('import role' as const), member: fc.nat(3), role: fc.nat(6) }),
  fc.record({ kind: fc.constant('create user' as const), role: fc.nat(6) }),
  fc.record({ kind: fc.constant('import user' as const), role: fc.nat(6) }),
  fc.record({ kind: fc.constant('delete user' as const), member: fc.nat(3) }),
  fc.record({ kind: fc.constant('undo' as const), which: fc.nat(5) }),
  fc.record({ kind: fc.constant('view as' as const), role: fc.nat(6) }),
)
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never

interface World {
  own: Role
  roleIds: string[]
  undoIds: string[]
}

const call = (method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, body?: object | string, as: TestRole = caller) =>
  api.call({
    ...{ as, method, url: `/api/v1/${path}` },
    ...(body === undefined ? {} : { body }),
    ...(typeof body === 'string' ? { headers: { 'content-type': 'text/csv' } } : {}),
  })

function grantsBody(wanted: Grants): AnyRow {
  return Object.fromEntries(Object.entries(rowFromGrants(wanted)).map(([key, value]) => [snakeCase(key), value]))
}

const system = <T>(query: ReturnType<typeof sql<T>>) =>
  withFirm(api.services.database, 1, async (trx) => (await query.execute(trx)).rows)

async function makeRole(wanted: Grants): Promise<string> {
  const id = newId()
  const full = Object.fromEntries(
    permissionSubjects.map((name) => [name, wanted[name] ?? { access: 'DENY', fields: {} }]),
  )
  const json = JSON.stringify(grantsBody(full as Grants))
  await system(sql`insert into user_security_roles (firm_id, id, name, is_system_defined, grants)
    values (1, ${id}::uuid, ${id}, false, ${json}::text::jsonb)`)
  return id
}

const idsOfAll = () => testRoles.map((name) => api.userIds[1][name])
const member = (n: number) => idsOfAll()[n] ?? ''

async function loadRoles(): Promise<Map<string, Role>> {
  const rows = await system(sql<DatabaseRecord>`select * from user_security_roles where firm_id = 1`)
  return new Map(rows.map((row) => [String(row.id), roleFromRow(rowOf(userSecurityRole, row))]))
}

/**
 * Resets all users, gives some of them roles of their own, and makes changes as the administrator that could be undone.
 */
async function setUp(wanted: { own: Grants; first: Grants; second: Grants }): Promise<World> {
  const { roleIds } = api.firms[1]
  await system(sql`delete from users where firm_id = 1 and id <> all(${idsOfAll()}::uuid[])`)
  for (const name of testRoles) {
    await system(sql`insert into users (firm_id, id, email, full_name, security_role_id)
      values (1, ${api.userIds[1][name]}::uuid, ${testEmail(name)}, ${name}, ${roleIds[name]}::uuid)
      on conflict (firm_id, id) do update set email = excluded.email, security_role_id = excluded.security_role_id,
        is_active = true, updated_at = now()`)
  }
  await system(sql`delete from user_security_roles where firm_id = 1 and not is_system_defined`)
  const [own, first, second] = [await makeRole(wanted.own), await makeRole(wanted.first), await makeRole(wanted.second)]
  const undone: string[] = []
  const change = async (id: string, body: object) => {
    const answer = await call('PUT', `user/${id}`, body, 'Administrator')
    expect(answer.status, answer.text).toBe(200)
    undone.push(String(answer.headers['x-undo-id']))
  }
  for (const each of others) await change(api.userIds[1][each], { security_role_id: first })
  await change(api.userIds[1].Docketing, { security_role_id: second })
  // A deleted user could return by an undo, with whatever role.
  const gone = await call(
    'POST',
    'user',
    { email: 'gone@one.example', full_name: 'G', security_role_id: first },
    'Administrator',
  )
  const deleted = await call('DELETE', `user/${gone.json().id}`, undefined, 'Administrator')
  undone.push(String(deleted.headers['x-undo-id']))
  await api.giveRole(caller, own)
  const roles = await loadRoles()
  return { own: roles.get(own) as Role, roleIds: [own, first, second, ...Object.values(roleIds)], undoIds: undone }
}

async function carryOut(world: World, each: Command): Promise<void> {
  const role = 'role' in each ? (world.roleIds[each.role % world.roleIds.length] ?? '') : ''
  const address = `${newId()}@mine.example`
  const who = 'member' in each ? member(each.member) : ''
  const import_ = (entity: string, text: string) => call('POST', `${entity}/import?mode=commit`, text)
  const made = async (answer: Awaited<ReturnType<typeof call>>) => {
    const undo = answer.headers['x-undo-id']
    if (typeof undo === 'string') world.undoIds.push(undo)
    expect(answer.status, `${each.kind}: ${answer.text}`).toBeLessThan(500)
    return answer
  }
  switch (each.kind) {
    case 'create role': {
      const body = { name: newId(), ...grantsBody(each.grants), user_ids: [who] }
      const { status, json } = await made(await call('POST', 'user_security_role', body))
      if (status === 201) world.roleIds.push(String(json().id))
      return
    }
    case 'change role':
      return void (await made(await call('PUT', `user_security_role/${role}`, grantsBody(each.grants))))
    case 'join':
      return void (await made(await call('PUT', `user_security_role/${role}`, { user_ids: [who] })))
    case 'assign':
      return void (await made(await call('PUT', `user/${who}`, { security_role_id: role })))
    case 'bulk assign':
      return void (await made(
        await call('POST', 'user/bulk-update', { ids: idsOfAll(), values: { security_role_id: role } }),
      ))
    case 'take address':
      return void (await made(await call('PUT', `user/${who}`, { email: address })))
    case 'import address':
      return void (await made(await import_('user', `Id,Email\n${who},${address}\n`)))
    case 'import role':
      return void (await made(await import_('user', `Id,Role\n${who},${role}\n`)))
    case 'create user':
      return void (await made(await call('POST', 'user', { email: address, full_name: 'New', security_role_id: role })))
    case 'import user':
      return void (await made(await import_('user', `Email,Full name,Role\n${address},New,${role}\n`)))
    case 'delete user':
      return void (await made(await call('DELETE', `user/${who}`)))
    case 'undo': {
      const id = world.undoIds[each.which % world.undoIds.length]
      return void (await made(await call('POST', `undo/${id}`)))
    }
    case 'view as': {
      const url = '/api/v1/client/search'
      const seen = await api.call({ as: caller, url, headers: { 'x-view-as': role } })
      if (world.own.grants.client?.access === 'DENY') expect(seen.status).not.toBe(200)
    }
  }
}

/**
 * Returns the accounts the caller can use: their own, and those whose password they can set because the address is
 * theirs.
 */
async function accountsOf(): Promise<{ id: string; email: string; role: string }[]> {
  const rows = await system(sql<{ id: string; email: string; role: string }>`
    select id, email, security_role_id as role from users where firm_id = 1 and is_active`)
  return rows.filter(({ id, email }) => id === api.userIds[1][caller] || email.endsWith('@mine.example'))
}

test('no sequence of calls ends with more access than the caller had', async () => {
  let taken = 0
  await fc.assert(
    fc.asyncProperty(
      fc.record({ own: grants.map((rest) => ({ ...rest, ...meddling })), first: grants, second: grants }),
      fc.array(command, { minLength: 4, maxLength: 12 }),
      async (wanted, commands) => {
        const world = await setUp(wanted as never)
        for (const each of commands) await carryOut(world, each)
        const roles = await loadRoles()
        const accounts = await accountsOf()
        taken += accounts.length - 1
        for (const account of accounts) {
          const role = roles.get(account.role)
          expect(role && covers(world.own, role), JSON.stringify({ account, role, own: world.own })).toBe(true)
        }
      },
    ),
    // Each run is a dozen calls, and the first failing sequence is enough.
    { numRuns: isLongRun ? 200 : 8, endOnFailure: true },
  )
  expect(taken, 'accounts that the caller rightly got').toBeGreaterThan(0)
}, 900_000)
