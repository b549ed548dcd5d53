import { readFile } from 'node:fs/promises'
import { permissionSubjects, subjectAccess } from '@courtcrier/contract/access.ts'
import { camelCase } from '@courtcrier/contract/names.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { roleFromRow } from '@courtcrier/contract/resources/user-security-role.ts'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openReusedDatabase } from '../../testing/database.ts'
import { withSystem } from './firm-transaction.ts'

/** The subjects that the migration added. */
const added = permissionSubjects.slice(
  permissionSubjects.indexOf('ethical_wall'),
  permissionSubjects.indexOf('imanage_server_credential') + 1,
)

test('predefined roles of existing firms get the grants that new firms start with', async () => {
  const database = await openReusedDatabase()
  onTestFinished(database.close)
  await withSystem(database, async (trx) => {
    for (const [name, isPredefined] of [
      ...systemRoles.map(({ name }) => [name, true] as const),
      ['Own', false] as const,
    ]) {
      await sql`insert into user_security_roles (firm_id, id, name, is_system_defined, grants)
        values (1, gen_random_uuid(), ${name}, ${isPredefined}, '{"case_access": "FULL"}')`.execute(trx)
    }
  })
  const text = await readFile(new URL('migrations/000004-entities.sql', import.meta.url), 'utf8')
  await database.kysely.transaction().execute((trx) => sql.raw(text.slice(text.indexOf('do $$'))).execute(trx))

  const { rows } = await withSystem(database, (trx) =>
    sql<{ name: string; grants: AnyRow }>`select name, grants from user_security_roles`.execute(trx),
  )
  expect(rows.find(({ name }) => name === 'Own')?.grants).toEqual({ case_access: 'FULL' })
  for (const role of systemRoles) {
    const grants = Object.entries(rows.find(({ name }) => name === role.name)?.grants ?? {})
    const kept = roleFromRow(Object.fromEntries(grants.map(([key, value]) => [camelCase(key), value])))
    for (const subject of added)
      expect([role.name, subject, subjectAccess(subject, kept)]).toEqual([
        role.name,
        subject,
        subjectAccess(subject, { ...role, id: '' }),
      ])
  }
})
