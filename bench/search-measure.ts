import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { roleFromRow, userSecurityRole } from '../packages/contract/src/resources/user-security-role.ts'
import type { Database } from '../packages/server/src/base/db/database.ts'
import { withFirm } from '../packages/server/src/base/db/firm-transaction.ts'
import { type DatabaseRecord, rowOf } from '../packages/server/src/base/db/rows.ts'
import type { Courtcrier } from '../packages/server/src/main.ts'
import type { Caller } from '../packages/server/src/records/caller.ts'
import type { MeasureOptions } from './search.ts'
import type { Answered, Question } from './search-asker.ts'
import { type BenchIds, type BenchQuery, benchQueries } from './search-queries.ts'
import { type Form, openStatements, prepare, type Statements } from './search-statements.ts'
import { raiseWalls, walledUser } from './search-walls.ts'

interface Measuring {
  host: string
  logIn: { username: string; password: string }
  options: MeasureOptions
}

const mostMs = 150
const mostTimes = 2
const mostTimesWalled = 1.3
/** Limits the runs with concurrent users: each costs as much as all of them together. */
const mostCrowds = 10
/** Runs for a query measured again because it missed a limit. */
const runsOfDoubt = 200

/**
 * Measures each query in turns: the plain statement that the tables' owner would write, the statements that the program
 * runs, the program through its API, and, with walls, the same for a user they keep out. Prints all and returns false
 * when one is over its limit.
 */
export async function measureSearches(
  { services, url = '' }: Courtcrier,
  { host, logIn, options }: Measuring,
): Promise<boolean> {
  const { database } = services
  const walled = options.walls > 0 ? { ...logIn, username: walledUser } : undefined
  if (walled) {
    const seconds = await raiseWalls(database, options.walls)
    console.log(`${options.walls} walls applied in ${seconds.toFixed(1)} s`)
  }
  const people = await Promise.all(
    [logIn, ...(walled ? [walled] : []), ...Array(options.clients - 1).fill(logIn)].map((who) =>
      startAsker(url, host, who),
    ),
  )
  const statements = await openStatements(database)
  try {
    const queries = benchQueries(await readIds(database)).filter(({ entity, name }) =>
      `${entity} ${name}`.includes(options.only),
    )
    const caller = await readCaller(database)
    console.log(line(headings(options)))
    let met = 0
    for (const query of queries) {
      const forms: Form[] = []
      for (const form of query.forms) forms.push(await prepare(database, { query, form, caller }))
      const parts = { forms, people, statements, options }
      let times = await measure(query, { ...parts, runs: options.runs })
      if (missed(query, times) && options.runs < runsOfDoubt)
        times = await measure(query, { ...parts, runs: runsOfDoubt })
      report(query, times)
      if (!missed(query, times)) met++
    }
    console.log(`${met} of ${queries.length} within p95 ≤ ${mostTimes}× bare and, but for exact counts, ≤ ${mostMs} ms`)
    return met === queries.length
  } finally {
    await statements.end()
    for (const asker of people) await asker.stop()
  }
}

/** A signed-in user in a separate process: browsers don't run on the server, so their cost isn't the server's. */
export interface Asker {
  ask: (path: string) => Promise<Answered>
  stop: () => Promise<void>
}

/** Signs in. Throws when the server refuses. */
export async function startAsker(url: string, host: string, logIn: object): Promise<Asker> {
  const child = fork(fileURLToPath(new URL('./search-asker.ts', import.meta.url)))
  const send = async (question: Question): Promise<Answered> => {
    const answered = once(child, 'message') as Promise<[Answered]>
    child.send(question)
    return (await answered)[0]
  }
  const answer = await send({ url: `${url}/api/v1/auth/login`, host, token: '', body: logIn })
  if (answer.status !== 200) throw new Error(`could not sign in: ${answer.text}`)
  const { access_token: token } = JSON.parse(answer.text) as { access_token: string }
  return {
    ask: (path) => send({ url: `${url}${path}`, host, token }),
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}

/** Milliseconds of each response; empty for anything not measured. */
interface Times {
  plain: number[]
  bare: number[]
  api: number[]
  walled: number[]
  /** The same query with this many users at once. */
  crowd: number[]
}

interface Parts {
  forms: readonly Form[]
  runs: number
  people: readonly Asker[]
  statements: Statements
  options: MeasureOptions
}

/** Runs the variants in turns, so that other load on the machine affects each. */
async function measure(query: BenchQuery, { forms, runs, people, statements, options }: Parts): Promise<Times> {
  const times: Times = { plain: [], bare: [], api: [], walled: [], crowd: [] }
  const [anybody, ...rest] = people
  const [walled, others] = options.walls > 0 ? [rest[0], rest.slice(1)] : [undefined, rest]
  if (!anybody) throw new Error('Nobody is there to ask.')
  const ask = async (asker: Asker, path: string) => {
    const answered = await asker.ask(path)
    refuseOther(query, answered)
    return answered.ms
  }
  // Compilation would otherwise slow down only the first queries, and only one of the variants.
  const warmUps = Math.max(3 * forms.length, 30)
  for (let run = 0; run < warmUps + runs; run++) {
    const form = forms[run % forms.length]
    if (!form) continue
    const api = await ask(anybody, form.path)
    const behind = walled && (await ask(walled, form.path))
    const bare = await timed(() => statements.run(form.statements))
    const plain = await timed(() => statements.runPlain(form.plain))
    if (run < warmUps) continue
    times.api.push(api)
    times.bare.push(bare)
    times.plain.push(plain)
    if (behind !== undefined) times.walled.push(behind)
    const isCrowded = others.length > 0 && query.asks !== 'count' && run < warmUps + mostCrowds
    if (isCrowded) times.crowd.push(...(await Promise.all([anybody, ...others].map((who) => ask(who, form.path)))))
  }
  return times
}

/** Returns why a query misses its limits; undefined when it meets them. */
function missed({ asks }: BenchQuery, { api, bare, walled }: Times): string | undefined {
  if (at(api, 0.95) > mostTimes * at(bare, 0.95)) return `over ${mostTimes}× bare`
  if (walled.length > 0 && at(walled, 0.95) > mostTimesWalled * at(api, 0.95)) return `walled over ${mostTimesWalled}×`
  // A page is returned with up to ten thousand rows counted; the exact count follows separately, and nothing waits for
  // it.
  return asks !== 'count' && at(api, 0.95) > mostMs ? `over ${mostMs} ms` : undefined
}

function headings({ walls, clients }: MeasureOptions): string[] {
  const known = ['', '', 'plain p95', 'bare p95', 'API p50', 'p95 ms', '× bare', '× plain']
  return [...known, ...(walls > 0 ? ['walled p95', '× other'] : []), ...(clients > 1 ? [`${clients} at once`] : [])]
}

function report(query: BenchQuery, times: Times): void {
  const { plain, bare, api, walled, crowd } = times
  const p95 = (of: readonly number[]) => at(of, 0.95)
  const numbers = [p95(plain), p95(bare), at(api, 0.5), p95(api)].map((ms) => ms.toFixed(1))
  const shares = [p95(api) / p95(bare), p95(api) / p95(plain)].map((share) => share.toFixed(2))
  const others = [
    ...(walled.length > 0 ? [p95(walled).toFixed(1), (p95(walled) / p95(api)).toFixed(2)] : []),
    ...(crowd.length > 0 ? [p95(crowd).toFixed(1)] : []),
  ]
  const why = missed(query, times)
  console.log(line([query.entity, query.name, ...numbers, ...shares, ...others, why ? `✗ ${why}` : '']))
}

function line([entity = '', name = '', ...numbers]: readonly string[]): string {
  return `${entity.padEnd(11)} ${name.padEnd(28)} ${numbers.map((text) => text.padStart(10)).join(' ')}`.trimEnd()
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

async function readIds(database: Database): Promise<BenchIds> {
  const known = [1, 3, 10, 30, 100, 200]
  const kinds = ['matter', 'judge', 'jurisdiction', 'timekeeper', 'client', 'case']
  const { rows } = await sql<{ kind: string; n: number; id: string }>`
    select kind, n, bench.id(kind, 1, n)::text as id
    from unnest(${kinds}::text[]) kind, generate_series(1, 300) n order by n`.execute(database.kysely)
  const courts = ['court0', 'court5', 'court40', 'court89']
  const idsOf = (kind: string, fits: (n: number) => boolean) =>
    rows.filter((row) => row.kind === kind && fits(row.n)).map(({ id }) => id)
  return {
    some: (kind) => (kind === 'court' ? courts : idsOf(kind, (n) => known.includes(n))),
    pages: (kind) => [0, 1, 2, 3, 4, 5].map((page) => idsOf(kind, (n) => Math.floor((n - 1) / 50) === page)),
  }
}
