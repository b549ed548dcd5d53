import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { insert, plantFiling } from '../copies/test-filing.ts'
import { chatRow, events, plantChat, send, system, useChatBench } from './chat-bench.fixture.ts'
import { plantMember } from './planted-group.fixture.ts'

const bench = useChatBench()

const excluding = (people: readonly string[], type = 'EXCLUSIONARY') =>
  system(
    bench,
    sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${newId()}::uuid, 'Screen', ${type}, c.matter_id, ${people}::uuid[]
    from cases c where c.id = ${bench.filing.caseId}::uuid`,
  )

test.each([
  ['an exclusionary wall keeps one of the group out', () => excluding([bench.ruth])],
  [
    'an inclusionary wall names only some of the group',
    async () => {
      await plantMember(bench.services, bench.group)
      await excluding([bench.ruth], 'INCLUSIONARY')
    },
  ],
  [
    'someone a wall excludes joined the group meanwhile',
    async () => {
      const held = await plantMember(bench.services, null)
      await excluding([held])
      await system(
        bench,
        sql`update timekeepers set timekeeper_group_id = ${bench.group}::uuid where id = ${held}::uuid`,
      )
    },
  ],
  [
    'someone a wall excludes is in the group, but inactive',
    async () => {
      await excluding([bench.ruth])
      await system(bench, sql`update timekeepers set status = 'Inactive' where id = ${bench.ruth}::uuid`)
    },
  ],
])('nothing is announced if %s, and the log says so without naming the case', async (_, happen) => {
  const id = await plantChat(bench)
  await happen()
  await send(bench, id)
  expect(bench.chat.calls).toEqual([])
  expect(await chatRow(bench, id)).toMatchObject({
    status: 'canceled',
    attempts: 0,
    sentence: expect.stringMatching(/^Not sent: An ethical wall keeps someone in the group out of the case/),
  })
  // About the filing: those whom the wall excludes don't see the event either.
  expect(await events(bench)).toEqual([
    {
      type: 'notification process error (user)',
      sentence: expect.stringMatching(/^A filing wasn't announced in the chat channel of "Partners .*An ethical wall/),
      entity: 'envelope',
      entityId: bench.filing.envelopeId,
    },
  ])
  expect(JSON.stringify(await events(bench))).not.toContain('Acme')
})

test('a wall around another case stops nothing', async () => {
  const other = await plantFiling(bench.services)
  await system(
    bench,
    sql`insert into ethical_walls (firm_id, id, name, wall_type, matter_id, timekeeper_ids)
    select 1, ${newId()}::uuid, 'Other', 'EXCLUSIONARY', matter_id, ${[bench.ruth]}::uuid[] from cases where id = ${other.caseId}::uuid`,
  )
  await send(bench, await plantChat(bench))
  expect(bench.chat.messages).toHaveLength(1)
})

test('nothing is announced about a case that the person who entered the address may not see', async () => {
  const [userId, roleId, held] = [newId(), newId(), await plantMember(bench.services, null)]
  await withSystem(bench.services.database, async (trx) => {
    await sql`insert into user_security_roles (firm_id, id, name, grants) values (1, ${roleId}::uuid, ${roleId},
      '{"case_access": "FULL", "envelope_access": "FULL"}')`.execute(trx)
    await insert(trx, 'users', {
      ...{ firm_id: 1, id: userId, full_name: 'Held', email: `${userId}@hale-osei.example` },
      ...{ timekeeper_id: held, security_role_id: roleId },
    })
    await insert(trx, 'directors', {
      ...{ firm_id: 1, entity: 'timekeeper_group', record_id: bench.group },
      ...{ field: 'chatUrl', value: '', user_id: userId },
    })
  })
  await excluding([held])
  const id = await plantChat(bench)
  await send(bench, id)
  expect(bench.chat.calls).toEqual([])
  expect(await chatRow(bench, id)).toMatchObject({
    status: 'canceled',
    sentence: expect.stringContaining('it excludes the person who directed it here'),
  })
})

test.each([
  [
    'its channel was turned off',
    () => system(bench, sql`update timekeeper_groups set is_chat_active = false where id = ${bench.group}::uuid`),
  ],
  [
    'its channel was removed',
    () =>
      system(
        bench,
        sql`update timekeeper_groups set chat_service = null, chat_url = null where id = ${bench.group}::uuid`,
      ),
  ],
  [
    'it was deleted',
    async () => {
      await system(
        bench,
        sql`update timekeepers set timekeeper_group_id = null where timekeeper_group_id = ${bench.group}::uuid`,
      )
      await system(bench, sql`delete from timekeeper_groups where id = ${bench.group}::uuid`)
    },
  ],
  [
    'everyone left it',
    () =>
      system(
        bench,
        sql`update timekeepers set timekeeper_group_id = null where timekeeper_group_id = ${bench.group}::uuid`,
      ),
  ],
])('a message is canceled if the group is told no more because %s', async (_, happen) => {
  const id = await plantChat(bench)
  await happen()
  await send(bench, id)
  expect(bench.chat.calls).toEqual([])
  expect(await chatRow(bench, id)).toMatchObject({ status: 'canceled', group_name: 'Partners' })
})
