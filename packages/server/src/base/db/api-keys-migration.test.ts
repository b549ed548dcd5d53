import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { openTestDatabase } from '../../testing/database.ts'

test('import tokens become keys that are found by the same hash', async () => {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  const { kysely } = database
  await sql`drop table api_keys cascade`.execute(kysely)
  await run('000005-imports.sql', 'create table import_tokens', '-- The predefined roles')
  await sql`insert into import_tokens (firm_id, id, token_hash, user_id, last_used_at)
    values (1, gen_random_uuid(), 'the hash', null, '2026-01-02T03:04:05Z')`.execute(kysely)
  await run('000092-api-keys.sql', 'alter table import_tokens rename', '-- What someone directed')
  const { rows } = await sql`
    select kind, name, user_id, secret_hash, expires_at, revoked_at, last_used_at::text like '2026-01-02%' as is_kept
    from api_keys`.execute(kysely)
  expect(rows).toEqual([
    {
      kind: 'import',
      name: 'Import token',
      user_id: null,
      secret_hash: 'the hash',
      expires_at: null,
      revoked_at: null,
      is_kept: true,
    },
  ])

  async function run(file: string, from: string, to: string): Promise<void> {
    const text = await readFile(new URL(`migrations/${file}`, import.meta.url), 'utf8')
    const statements = text.slice(text.indexOf(from), text.indexOf(to)).split(/;\n/)
    for (const statement of statements) if (statement.trim() !== '') await sql.raw(statement).execute(kysely)
  }
})
