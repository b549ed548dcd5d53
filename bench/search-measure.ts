import { createHash } from 'node:crypto'
import { CompiledQuery, type KyselyPlugin, sql } from 'kysely'
import pg from 'pg'
import { parseSearchQuery } from '../packages/contract/src/query.ts'
import { getResource } from '../packages/contract/src/resources/registry.ts'
import { roleFromRow, userSecurityRole } from '../packages/contract/src/resources/user-security-role.ts'
import { runCount, runSearch } from '../packages/server/src/api/run-search.ts'
import type { Caller } from '../packages/server/src/auth/caller.ts'
import type { Database } from '../packages/server/src/base/db/database.ts'
import { withFirm } from '../packages/server/src/base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../packages/server/src/base/db/rows.ts'
import type { Courtcrier } from '../packages/server/src/main.ts'
import type { Answered } from './search-asker.ts'
import { type BenchQuery, benchQueries } from './search-queries.ts'
import { type Asker, startAsker } from './start-asker.ts'

interface Measuring {
  host: string
  logIn: { username: string; password: string }
  options: { runs: number; only: string }
}

const mostMs = 150
const mostTimes = 2

/** Measures each query through the API and its statements alone, in turns, and prints both. False when one is over its bar. */
export async function measureSearches(
  { services, url = '' }: Courtcrier,
  { host, logIn, options }: Measuring,
): Promise<boolean> {
  const { database } = services
  const asker = await startAsker(url, host, logIn)
  const bare = await openBare(database)
  try {
    const queries = benchQueries(await readIds(database)).filter(({ entity, name }) =>
      `${entity} ${name}`.includes(options.only),
    )
    const caller = await readCaller(database)
    console.log(line(['', '', 'bare p50', 'p95', 'API p50', 'p95 ms', 'times', '']))
    let met = 0
    for (const query of queries) {
      const forms: Form[] = []
      for (const form of query.forms) forms.push(await prepare(database, { query, form, caller }))
      const times = await measure(query, { forms, runs: options.runs, asker, bare })
      if (report(query, times)) met++
    }
    console.log(`${met} of ${queries.length} within p95 ≤ ${mostTimes}× bare and, but for exact counts, ≤ ${mostMs} ms`)
    return met === queries.length
  } finally {
    await bare.end()
    await asker.stop()
  }
}

interface Times {
  api: number[]
  bare: number[]
}

interface Parts {
  forms: readonly Form[]
  runs: number
  asker: Asker
  bare: Bare
}

/** In turns, so that whatever else the machine does falls on both. */
async function measure(query: BenchQuery, { forms, runs, asker, bare }: Parts): Promise<Times> {
  const times: Times = { api: [], bare: [] }
  // Compiling what is new would fall on the first queries alone, and of the two sides on one.
  const warmUps = Math.max(3 * forms.length, 30)
  for (let run = 0; run < warmUps + runs; run++) {
    const form = forms[run % forms.length]
    if (!form) continue
    const answered = await asker.ask(form.path)
    refuseOther(query, answered)
    const alone = await timed(() => bare.run(form.statements))
    if (run < warmUps) continue
    times.api.push(answered.ms)
    times.bare.push(alone)
  }
  return times
}

function report({ entity, name, isCount }: BenchQuery, { api, bare }: Times): boolean {
  const share = at(api, 0.95) / at(bare, 0.95)
  // A page comes with the first ten thousand counted; the exact number follows by itself, and nothing waits for it.
  const isSoon = isCount || at(api, 0.95) <= mostMs
  const isMet = share <= mostTimes && isSoon
  const numbers = [at(bare, 0.5), at(bare, 0.95), at(api, 0.5), at(api, 0.95)].map((ms) => ms.toFixed(1))
  console.log(line([entity, name, ...numbers, share.toFixed(2), isMet ? '' : '✗ missed']))
  return isMet
}

function line([entity = '', name = '', ...numbers]: readonly string[]): string {
  return `${entity.padEnd(11)} ${name.padEnd(28)} ${numbers.map((text) => text.padStart(8)).join(' ')}`.trimEnd()
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

function refuseOther({ entity, name, isBroad }: BenchQuery, answer: Answered): void {
  if (answer.status !== 200 && !(isBroad && answer.status === 422))
    throw new Error(`${entity}, ${name}: ${answer.status} ${answer.text}`)
}

interface Statement {
  text: string
  values: readonly unknown[]
}

interface Form {
  path: string
  /** What the API runs for it, first to last. */
  statements: readonly Statement[]
}

interface Wanted {
  query: BenchQuery
  form: Readonly<Record<string, string>>
  caller: Caller
}

async function prepare(database: Database, { query, form, caller }: Wanted): Promise<Form> {
  const resource = getResource(query.entity)
  const parsed = parseSearchQuery(resource, form, caller.role)
  if ('problems' in parsed) throw new Error(`${query.entity}, ${query.name}: ${JSON.stringify(parsed.problems)}`)
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
  const wanted = { query: parsed.query, caller }
  await (query.isCount ? runCount : runSearch)(heard, resource, wanted).catch((error: unknown) => {
    if (!query.isBroad) throw error
  })
  const parameters = new URLSearchParams(form)
  return { path: `/api/v1/${query.entity}/${query.isCount ? 'count' : 'search'}?${parameters}`, statements }
}

interface Bare {
  run: (statements: readonly Statement[]) => Promise<unknown>
  end: () => Promise<unknown>
}

/** A connection that runs statements as the program does, in one transaction and prepared, and does nothing with the rows. */
async function openBare({ url, pglite, kysely }: Database): Promise<Bare> {
  if (pglite) {
    // There is one connection, and it knows its statements by the names that the program gave them.
    const run: Bare['run'] = (statements) =>
      kysely.transaction().execute(async (trx) => {
        for (const { text, values } of statements) await trx.executeQuery(CompiledQuery.raw(text, [...values]))
      })
    return { run, end: async () => undefined }
  }
  const client = new pg.Client({ connectionString: url, options: '-c jit=off -c enable_seqscan=off' })
  await client.connect()
  const run = async (statements: readonly Statement[]) => {
    await client.query('begin')
    for (const { text, values } of statements) await client.query({ name: nameOf(text), text, values: [...values] })
    await client.query('commit')
  }
  return { run, end: () => client.end() }
}

function nameOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}

async function readCaller(database: Database): Promise<Caller> {
  const { rows } = await withFirm(database, 1, (trx) =>
    sql<DatabaseRecord>`select * from user_security_roles where firm_id = 1 and name = 'Administrator'`.execute(trx),
  )
  const { rows: users } = await withFirm(database, 1, (trx) =>
    sql<{ id: string }>`select id from users where firm_id = 1`.execute(trx),
  )
  const role = roleFromRow(rowOf(userSecurityRole, rows[0] ?? {}))
  return { firmId: 1, userId: users[0]?.id ?? '', role } as Caller
}

/** Ids that others lead to, some often and some seldom. */
async function readIds(database: Database): Promise<(kind: string) => readonly string[]> {
  const numbers = [1, 3, 10, 30, 100, 200]
  const kinds = ['matter', 'judge', 'jurisdiction', 'timekeeper', 'client', 'case']
  const { rows } = await sql<{ kind: string; id: string }>`
    select kind, bench.id(kind, 1, n)::text as id
    from unnest(${kinds}::text[]) kind, unnest(${numbers}::integer[]) n`.execute(database.kysely)
  const courts = ['court0', 'court5', 'court40', 'court89']
  return (kind) => (kind === 'court' ? courts : rows.filter((row) => row.kind === kind).map(({ id }) => id))
}
