import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import type { TemporaryPostgres } from './postgres.ts'

/** What one statement read: the blocks of 8 kB that PostgreSQL found in its memory or fetched from disk. */
export interface StatementBlocks {
  text: string
  calls: number
  blocks: number
  /** How long all calls took, with planning if the server counts it. */
  ms: number
}

/** A statement that reads a whole table, or all of a firm's rows in it through an index. */
export interface Scan {
  text: string
  table: string
  how: string
}

export interface BlockCounter {
  /** Forgets what was counted. */
  reset: () => Promise<void>
  /** Returns every statement since then by its text: all that the program ran, or those about firms' rows only. */
  read: (which?: 'all' | 'of firms') => Promise<ReadonlyMap<string, StatementBlocks>>
  /** Returns the statements run meanwhile that read a whole table of at least this many rows, by their plans. */
  findScans: (leastRows: number, run: () => Promise<void>) => Promise<readonly Scan[]>
  query: <Row extends object>(text: string) => Promise<readonly Row[]>
  end: () => Promise<void>
}

/** Settings for a server whose statements are counted; both modules are part of Debian's package. */
export const countingSettings = [
  'shared_preload_libraries=pg_stat_statements,auto_explain',
  'pg_stat_statements.track=all',
  'logging_collector=on',
  'log_destination=jsonlog',
  'log_directory=log',
  'log_rotation_size=0',
  'auto_explain.log_format=json',
  'auto_explain.log_nested_statements=on',
]

/** Opens a counter. It has a role of its own, so that what it asks itself isn't counted. */
export async function openBlockCounter(postgres: TemporaryPostgres): Promise<BlockCounter> {
  const owner = await connect(postgres.url)
  await owner.query(`create extension if not exists pg_stat_statements; create role bench superuser login;
    alter role bench set auto_explain.log_min_duration = -1`)
  await owner.end()
  const logFolder = path.join(postgres.data, 'log')
  const client = await connect(postgres.url.replace('postgres://postgres@', 'postgres://bench@'))
  const query = async <Row extends object>(text: string) => (await client.query<Row>(text)).rows
  const explain = async (ms: number) => {
    await query(`alter system set auto_explain.log_min_duration = ${ms}`)
    await query('select pg_reload_conf()')
  }
  return {
    query,
    reset: async () => void (await query('select pg_stat_statements_reset()')),
    read: async (which = 'all') => {
      const rows = await query<StatementBlocks & { role: string }>(counted)
      return readStatements(rows.filter(({ role }) => which === 'all' || role.startsWith('courtcrier_')))
    },
    findScans: async (leastRows, run) => {
      const before = await logSizes(logFolder)
      await explain(0)
      await run()
      await explain(-1)
      // Of an index over few of a table's rows, such as those of unfinished work, all may be read.
      const large = await query<{ name: string }>(
        `select relname as name from pg_class where reltuples >= ${leastRows}`,
      )
      return findScans(await readPlans(logFolder, before), new Set(large.map(({ name }) => name)))
    },
    end: () => client.end(),
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return client
}

/** Statements inside functions and triggers are part of those that call them. */
const counted = `select query as text, rolname as role, calls::float8, (shared_blks_hit + shared_blks_read)::float8 as blocks,
    total_exec_time + total_plan_time as ms
  from pg_stat_statements join pg_roles r on r.oid = userid where toplevel and rolname <> 'bench'`

/** Joins those that differ only in how many values they list. */
function readStatements(rows: readonly StatementBlocks[]): ReadonlyMap<string, StatementBlocks> {
  const found = new Map<string, StatementBlocks>()
  for (const { text, ...more } of rows) {
    const key = shortened(text)
    const known = found.get(key) ?? { calls: 0, blocks: 0, ms: 0 }
    const [calls, blocks, ms] = [known.calls + more.calls, known.blocks + more.blocks, known.ms + more.ms]
    found.set(key, { text: key, calls, blocks, ms })
  }
  return found
}

function shortened(text: string): string {
  return text
    .replace(/--.*$/gm, ' ')
    .replace(/\s+/g, ' ')
    .replace(/\$\d+/g, '$')
    .replace(/\$(::\w+(\[\])?)?(, ?\$(::\w+(\[\])?)?)+/g, '$')
    .replace(/\(\$\)(, ?\(\$\))+/g, '($)')
    .trim()
}

export interface Plan {
  'Node Type': string
  'Parent Relationship'?: string
  Strategy?: string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: readonly Plan[]
}

interface Explained {
  'Query Text': string
  Plan: Plan
}

async function logSizes(folder: string): Promise<ReadonlyMap<string, number>> {
  const names = await readdir(folder)
  return new Map(
    await Promise.all(names.map(async (name) => [name, (await readFile(`${folder}/${name}`)).length] as const)),
  )
}

async function readPlans(folder: string, before: ReadonlyMap<string, number>): Promise<readonly Explained[]> {
  const plans = new Map<string, Explained>()
  for (const name of (await readdir(folder)).filter((each) => each.endsWith('.json'))) {
    const text = (await readFile(`${folder}/${name}`)).subarray(before.get(name) ?? 0).toString()
    for (const line of text.split('\n')) {
      const plan = /"message":"duration: [\d.]+ ms {2}plan:\\n/.test(line) ? planOf(line) : undefined
      if (plan) plans.set(JSON.stringify([shortened(plan['Query Text']), shapeOf(plan.Plan)]), plan)
    }
  }
  return [...plans.values()]
}

function planOf(line: string): Explained {
  const { message } = JSON.parse(line) as { message: string }
  return JSON.parse(message.slice(message.indexOf('{'))) as Explained
}

function shapeOf(plan: Plan): unknown {
  return [plan['Node Type'], plan['Relation Name'], plan['Index Name'], (plan.Plans ?? []).map(shapeOf)]
}

function findScans(plans: readonly Explained[], large: ReadonlySet<string>): readonly Scan[] {
  const found = new Map<string, Scan>()
  for (const { 'Query Text': text, Plan } of plans)
    for (const scan of scansOf(Plan, large)) {
      const entry = { text: shortened(text), ...scan }
      found.set(JSON.stringify(entry), entry)
    }
  return [...found.values()]
}

interface Above {
  table?: string | undefined
  isLimited?: boolean
}

/**
 * Returns the scans of whole tables in a plan. A limit ends a scan early, so that an index in the order of a list may be
 * read from its beginning; but not below what needs every row before it returns the first.
 */
export function scansOf(
  plan: Plan,
  large: ReadonlySet<string>,
  { table, isLimited: isAboveLimited = false }: Above = {},
): readonly Omit<Scan, 'text'>[] {
  const { 'Node Type': node, 'Relation Name': relation = table, 'Index Name': index, 'Index Cond': condition } = plan
  const isOfItself = plan['Parent Relationship'] !== 'InitPlan' && plan['Parent Relationship'] !== 'SubPlan'
  const isLimited = node === 'Limit' || (isAboveLimited && isOfItself && !needsEveryRow(plan))
  const inner = (plan.Plans ?? []).flatMap((each) => scansOf(each, large, { table: relation, isLimited }))
  if (isLimited) return inner
  if (node === 'Seq Scan' && relation && large.has(relation))
    return [{ table: relation, how: 'sequentially' }, ...inner]
  return relation && index && large.has(index) && isOfWholeFirm(condition)
    ? [{ table: relation, how: `all of ${index}` }, ...inner]
    : inner
}

function needsEveryRow({ 'Node Type': node, Strategy: strategy }: Plan): boolean {
  if (node === 'Aggregate') return strategy !== 'Sorted'
  return ['Sort', 'Hash', 'Bitmap Heap Scan'].includes(node)
}

/** Sequential scans are switched off where an index can be used: one without a condition but the firm is the same. */
function isOfWholeFirm(condition = ''): boolean {
  return condition.replace(/\(?\b(\w+\.)?firm_id = [^()]*(\([^()]*\)[^()]*)*\)?/, '').replace(/[()\s]|AND/g, '') === ''
}
