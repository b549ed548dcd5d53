import { createHash } from 'node:crypto'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { isLarge, type Resource, tableOf } from '@courtcrier/contract/resource.ts'
import { resources } from '@courtcrier/contract/resources/registry.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Trx } from './database.ts'

/** PostgreSQL's own extensions for an index over parts of words; a database's owner may create both. */
const searchExtensions = ['pg_trgm', 'btree_gin'] as const

/** The fields of a resource that free text searches. */
export function searchedKeys(resource: Resource): readonly string[] {
  return Object.entries(resource.fields)
    .filter(([, field]) => field.search && !field.isComputed && !field.within)
    .map(([key]) => key)
}

/**
 * A row's whole searched text, folded, one field per line. Must match the index expression exactly, or the index isn't
 * used; the row's columns are those of `prefix`.
 */
export function searchedText(resource: Resource, prefix: string): RawBuilder<string> {
  const parts = searchedKeys(resource).map((key) => sql`coalesce(${sql.ref(prefix + snakeCase(key))}, '')`)
  return sql<string>`search_fold(${sql.join(parts, sql` || E'\n' || `)})`
}

/** The large resources whose text is indexed. */
export function indexedResources(): readonly Resource[] {
  return resources.filter((resource) => isLarge(resource) && !resource.isVirtual && searchedKeys(resource).length > 0)
}

/**
 * Creates missing indexes over the searched text, and drops those of a changed definition. Without the extensions
 * nothing is created: searches then read all rows of the firm, and `courtcrier doctor` says what to do.
 */
export async function ensureTextIndexes(trx: Trx): Promise<void> {
  const { missing, outdated } = await compareIndexes(trx)
  // With nothing to do this only reads, like the migration run.
  if (missing.size === 0 || !(await makeExtensions(trx))) return
  for (const name of outdated) await sql`drop index ${sql.ref(name)}`.execute(trx)
  for (const [name, resource] of missing) {
    await sql`create index ${sql.ref(name)} on ${sql.table(tableOf(resource))}
      using gin (firm_id, (${searchedText(resource, '')}) gin_trgm_ops)`.execute(trx)
  }
}

/** Indexes a database lacks for fast text searches. */
export async function missingTextIndexes(
  kysely: Database['kysely'],
): Promise<{ extensions: string[]; indexes: number }> {
  const { missing } = await compareIndexes(kysely)
  return { extensions: await missingExtensions(kysely), indexes: missing.size }
}

async function compareIndexes(kysely: Database['kysely']) {
  const wanted = new Map(indexedResources().map((resource) => [nameOf(kysely, resource), resource]))
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'i' and relname ~ '_text_[0-9a-f]{8}_idx$'`.execute(
    kysely,
  )
  const there = rows.map(({ name }) => name)
  return {
    missing: new Map([...wanted].filter(([name]) => !there.includes(name))),
    outdated: there.filter((name) => !wanted.has(name)),
  }
}

/** Creates the extensions if the database's user may, and returns whether both exist. */
async function makeExtensions(trx: Trx): Promise<boolean> {
  for (const name of await missingExtensions(trx)) {
    await sql
      .raw(`do $$ begin
        create extension if not exists ${name};
      exception when insufficient_privilege or feature_not_supported or undefined_file then null;
      end $$`)
      .execute(trx)
  }
  return (await missingExtensions(trx)).length === 0
}

async function missingExtensions(kysely: Database['kysely']): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select extname as name from pg_extension`.execute(kysely)
  return searchExtensions.filter((extension) => !rows.some(({ name }) => name === extension))
}

/** Includes a hash of the index expression, so that a changed definition gets a new index. */
function nameOf(kysely: Database['kysely'], resource: Resource): string {
  const mark = createHash('sha256').update(searchedText(resource, '').compile(kysely).sql).digest('hex').slice(0, 8)
  return `${tableOf(resource)}_text_${mark}_idx`
}
