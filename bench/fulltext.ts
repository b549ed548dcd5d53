import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import type { Courtcrier } from '../packages/server/src/main.ts'
import { cleanFolder, host, logIn, openFilling, startFilled } from './filled-firm.ts'
import { fillTexts, type TextSize } from './fulltext-fill.ts'
import { startPostgres } from './postgres.ts'
import { type Asker, startAsker } from './search-measure.ts'
import { raiseWalls, walledUser } from './search-walls.ts'

const fullSize: TextSize = { documents: 100_000, pages: 10 }
const mostMs = 150
const settings = ['shared_buffers=2GB', 'random_page_cost=1.1', 'max_wal_size=8GB', 'effective_cache_size=8GB']

/**
 * Measures searches of docket texts and documents through the API: 100,000 documents of 10 pages on PostgreSQL. Ends with
 * exit code 1 when one is over its limit.
 */
export async function benchFullText(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scale: { type: 'string', default: '1' },
      runs: { type: 'string', default: '40' },
      keep: { type: 'string' },
      walls: { type: 'string', default: '0' },
    },
  })
  const documents = Math.round(fullSize.documents * Number(values.scale))
  const folder = values.keep ? path.resolve(values.keep) : await mkdtemp(path.join(os.tmpdir(), 'courtcrier-fulltext-'))
  // For root, PostgreSQL runs as another user, who must be able to enter it.
  if (!values.keep) await chmod(folder, 0o711)
  // Half as many filings as cases, each with two documents.
  const size = { cases: documents, matters: 1000, clients: 500, items: 1 }
  await cleanFolder(folder, size)
  const postgres = await startPostgres({ keep: path.join(folder, 'postgres'), settings })
  if (!postgres) return console.log('Skipped: no PostgreSQL server is installed (apt-get install postgresql).')
  const courtcrier = await startFilled({ folder, size, url: postgres.url, firms: 2 })
  try {
    await fillOnce(courtcrier, { folder, url: postgres.url, size: { ...fullSize, documents } })
    const walls = Number(values.walls)
    if (walls > 0) await raiseWalls(courtcrier.services.database, walls)
    const people = [logIn, ...(walls > 0 ? [{ ...logIn, username: walledUser }] : [])]
    for (const who of people) await measure(courtcrier, { who, runs: Number(values.runs) })
  } finally {
    await courtcrier.stop()
    await postgres.stop()
    if (!values.keep) await rm(folder, { recursive: true, force: true })
  }
}

interface Filling {
  folder: string
  url: string
  size: TextSize
}

async function fillOnce({ services }: Courtcrier, { folder, url, size }: Filling): Promise<void> {
  const mark = path.join(folder, 'texts.json')
  const wanted = JSON.stringify(size)
  if ((await readFile(mark, 'utf8').catch(() => '')) === wanted) return
  const started = performance.now()
  const { run, end } = await openFilling(services, url)
  try {
    await fillTexts(run, 1, size)
    for (const table of ['envelopes', 'documents', 'document_texts', 'document_pages'])
      await run(`vacuum analyze ${table}`)
    await run('checkpoint')
  } finally {
    await end()
  }
  await writeFile(mark, wanted)
  console.log(`texts filled in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

/** Words that differ from run to run, so that no answer is known from before. */
const searches: Readonly<Record<string, (run: number) => string>> = {
  'a name': (run) => surname(run * 37),
  'a name and a frequent word': (run) => `${surname(run * 53)} jurisdiction`,
  'a docket number': (run) => `3:24-cv-${String(1000 + run * 977).padStart(5, '0')}`,
  'a frequent word': (run) => ['motion', 'court', 'plaintiff', 'order', 'judgment'][run % 5] ?? '',
  'three frequent words': (run) => `motion ${['summary judgment', 'court dismiss', 'claim evidence'][run % 3]}`,
  'frequent words next to each other': (run) =>
    ['"motion to dismiss"', '"lack of personal jurisdiction"'][run % 2] ?? '',
  'a rare phrase of frequent words': () => '"judgment court order plaintiff"',
  'a beginning': (run) => ['juris*', 'affid*', 'harla*'][run % 3] ?? '',
  'words that are nowhere': (run) => `motion xyzzy${run}`,
}

const syllables = [
  ['Har', 'Mac', 'Del', 'Win', 'Os', 'Pen', 'Bre', 'Kow', 'Lan', 'Sti'],
  ['la', 'ber', 'ri', 'ma', 'den', 'ko', 'sa', 'ti', 'vel', 'nan'],
  ['son', 'ton', 'ez', 'man', 'ski', 'ley', 'berg', 'ford', 'well', 'ini'],
] as const

function surname(n: number): string {
  return syllables.map((part, at) => part[Math.floor(n / 10 ** at) % 10]).join('')
}

async function measure(courtcrier: Courtcrier, { who, runs }: { who: typeof logIn; runs: number }): Promise<void> {
  const asker = await startAsker(courtcrier.url ?? '', host, who)
  console.log(`\n${who.username}`)
  try {
    for (const [name, words] of Object.entries(searches)) {
      const times = await timesOf(asker, {
        runs,
        urlOf: (run) => `/api/v1/text_search?freeText=${encodeURIComponent(words(run))}`,
      })
      report(name, times)
    }
    const older = await readCursor(courtcrier)
    report(
      'older filings with a frequent word',
      await timesOf(asker, { runs, urlOf: () => `/api/v1/text_search?freeText=motion&cursor=${older}` }),
    )
  } finally {
    await asker.stop()
  }
}

async function timesOf(
  asker: Asker,
  { runs, urlOf }: { runs: number; urlOf: (run: number) => string },
): Promise<readonly number[]> {
  const times: number[] = []
  const warmUps = 10
  for (let run = 0; run < warmUps + runs; run++) {
    const { status, text, ms } = await asker.ask(urlOf(run))
    if (status !== 200) throw new Error(`${urlOf(run)}: ${status} ${text}`)
    if (run >= warmUps) times.push(ms)
  }
  return times.toSorted((one, other) => one - other)
}

/** A cursor behind the first pages. */
async function readCursor({ services }: Courtcrier): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from envelopes where firm_id = 1 order by id desc offset 500 limit 1`.execute(services.database.kysely)
  return rows[0]?.id ?? ''
}

function report(name: string, times: readonly number[]): void {
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN
  const isMet = at(0.95) <= mostMs
  if (!isMet) process.exitCode = 1
  console.log(
    `  ${name.padEnd(36)} p50 ${at(0.5).toFixed(0).padStart(4)} ms   p95 ${at(0.95).toFixed(0).padStart(4)} ms${isMet ? '' : `   over ${mostMs} ms`}`,
  )
}
