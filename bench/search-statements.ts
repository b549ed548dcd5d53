import { createHash } from 'node:crypto'
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import pg from 'pg'
import { parseSearchQuery } from '../packages/contract/src/query.ts'
import { getResource } from '../packages/contract/src/resources/registry.ts'
import type { Database } from '../packages/server/src/base/db/database.ts'
import { withFirm } from '../packages/server/src/base/db/firm-transaction.ts'
import { runCount, runSearch } from '../packages/server/src/http/run-search.ts'
import type { Caller } from '../packages/server/src/records/caller.ts'
import { findTitles } from '../packages/server/src/records/titles.ts'
import { plainIndexes, plainStatement, plainTitles, type Statement } from './search-plain.ts'
import type { BenchQuery } from './search-queries.ts'

/** One call to the API, and the statements it causes in the database. */
export interface Form {
  path: string
  /** The statement the tables' owner would write for it. */
  plain: Statement
  /** The statements the API runs for it, first to last. */
  statements: readonly Statement[]
}

interface Wanted {
  query: BenchQuery
  form: Readonly<Record<string, string>>
  caller: Caller
}

export async function prepare(database: Database, { query, form, caller }: Wanted): Promise<Form> {
  const resource = getResource(query.entity)
  const statements: Statement[] = []
  const listen: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      const { sql: text, parameters } = database.kysely.getExecutor().compileQuery(node, queryId)
      statements.push({ text, values: parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  const heard = { database: { ...database, kysely: database.kysely.withPlugin(listen) } }
  const path = `/api/v1/${query.entity}/${query.asks ?? 'search'}?${new URLSearchParams(form)}`
  if (query.asks === 'titles') {
    const ids = (form.ids ?? '').split(',')
    await withFirm(heard.database, caller.firmId, (trx) => findTitles(trx, resource, { scope: caller, ids }))
    return { path, statements, plain: plainTitles(query.entity, ids) }
  }
  const parsed = parseSearchQuery(resource, form, caller.role)
  if ('problems' in parsed) throw new Error(`${query.entity}, ${query.name}: ${JSON.stringify(parsed.problems)}`)
  const isCount = query.asks === 'count'
  await (isCount ? runCount : runSearch)(heard, resource, { query: parsed.query, caller }).catch((error: unknown) => {
    if (!query.isBroad) throw error
  })
  return { path, statements, plain: plainStatement(query.entity, parsed.query, isCount) }
}

export interface Statements {
  /** Runs the program's statements as it does, in one transaction and prepared, and ignores the rows. */
  run: (statements: readonly Statement[]) => Promise<unknown>
  runPlain: (statement: Statement) => Promise<unknown>
  end: () => Promise<unknown>
}

/**
 * As `withFirmSearch` opens a transaction: without a firm the views of its rows are empty, and every statement is quick.
 */
const opening = `select set_config('role', 'courtcrier_app', true), set_config('courtcrier.firm_id', '1', true),
  set_config('plan_cache_mode', 'force_custom_plan', true)`

/** Opens a connection for statements compared with the API, with indexes for the plain statements. */
export async function openStatements({ url, pglite, kysely }: Database): Promise<Statements> {
  for (const index of plainIndexes(['case', 'matter', 'client', 'inbox_item'])) await sql.raw(index).execute(kysely)
  if (pglite) {
    // There is one connection, and its prepared statements have the names the program gave them.
    const run: Statements['run'] = (statements) =>
      kysely.transaction().execute(async (trx) => {
        await trx.executeQuery(CompiledQuery.raw(opening))
        for (const { text, values } of statements) await trx.executeQuery(CompiledQuery.raw(text, [...values]))
      })
    return { run, runPlain: (statement) => run([statement]), end: async () => undefined }
  }
  const client = new pg.Client({ connectionString: url, options: '-c jit=off -c enable_seqscan=off' })
  await client.connect()
  const run = async (statements: readonly Statement[]) => {
    await client.query('begin')
    await client.query(opening)
    for (const { text, values } of statements) await client.query({ name: nameOf(text), text, values: [...values] })
    await client.query('commit')
  }
  const owner = new pg.Client({ connectionString: url, options: '-c jit=off' })
  await owner.connect()
  const runPlain = ({ text, values }: Statement) => owner.query({ name: nameOf(text), text, values: [...values] })
  return { run, runPlain, end: async () => void (await Promise.all([client.end(), owner.end()])) }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}
