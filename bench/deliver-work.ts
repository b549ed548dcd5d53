import os from 'node:os'
import { sql } from 'kysely'
import { busySeconds } from '../e2e/processor-time.ts'
import type { ServerProcess } from '../e2e/server-process.ts'
import type { CreatedFirm } from '../packages/server/src/auth/create-firm.ts'
import { withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { checkOnce } from './deliver-check.ts'
import { type DeliveryBench, inPlace, untilNoneLeft } from './deliver-place.ts'
import { ofFiling, type Person, plantDue, type Work } from './plant-due.ts'
import { gatherStatistics, plantFilings, plantFirm, plantPeople } from './plant-filings.ts'
import type { TemporaryPostgres } from './postgres.ts'

const leastTimes = 2.2
/** For three workers, the database and the mail server; with fewer cores they wait for each other. */
const coresToJudge = 4

/** Measures deliveries and copies per second, with one worker and with three. False if three miss their target. */
export async function measureWork(postgres: TemporaryPostgres, count: number): Promise<boolean> {
  return inPlace(postgres, (place) =>
    place.withServices(async (services) => {
      const firm = await plantFirm(services)
      const people = await plantPeople(services, firm, { count: 200, prefix: 'tk' })
      const bench: Bench = { place, postgres, services, firm, people }
      console.log(
        `\nPostgreSQL: ${count} of each, filings of ${ofFiling} documents of 45 kB; processor time in seconds\n${line(heading)}`,
      )
      const one = await measureWorkers(bench, 1, count)
      const three = await measureWorkers(bench, 3, count)
      await checkOnce(place, services)
      const isMet = (['deliveries', 'copies'] as const).map((work) => compare(work, one[work], three[work]))
      return !isMet.includes(false)
    }),
  )
}

interface Bench {
  place: DeliveryBench
  postgres: TemporaryPostgres
  services: Services
  firm: CreatedFirm
  people: readonly Person[]
}

type Measured = Readonly<Record<Work, Figures>>

async function measureWorkers(bench: Bench, workers: number, count: number): Promise<Measured> {
  const processes = await Promise.all(Array.from({ length: workers }, () => bench.place.startWorker()))
  // Uncompiled code and unplanned queries would be slow.
  for (const work of ['deliveries', 'copies'] as const) await measure(bench, { work, processes, count: 100 * workers })
  const measured = {
    deliveries: await measure(bench, { work: 'deliveries', processes, count }),
    copies: await measure(bench, { work: 'copies', processes, count }),
  }
  for (const [work, figures] of Object.entries(measured)) report(work, figures)
  await Promise.all(processes.map((process) => process.end('SIGTERM')))
  return measured
}

interface Figures {
  count: number
  /** From the first finished to the last, by the database's clock. */
  perSecond: number
  seconds: number
  /** CPU time of each worker and the other processes involved, in seconds. */
  workers: readonly number[]
  postgres: number
  catcher: number
  /** Seconds of CPU monitoring, and the time all cores worked during them, for any process. */
  watched: number
  busy: number
}

interface Measuring {
  work: Work
  processes: readonly ServerProcess[]
  count: number
}

async function measure(bench: Bench, { work, processes, count }: Measuring): Promise<Figures> {
  const { services, firm, people } = bench
  const planted = { count: Math.ceil(count / ofFiling), documents: ofFiling, areOwn: true }
  const filings = await plantFilings(services, firm, planted)
  await gatherStatistics(services)
  const ids = await plantDue(services, firm, { work, filings, people })
  const before = await readProcessors(bench, processes)
  await untilNoneLeft(() => countLeft(services, { work, ids }))
  const after = await readProcessors(bench, processes)
  return { count: ids.length, ...(await readPace(services, { work, ids })), ...difference(before, after) }
}

async function readProcessors({ postgres, place }: Bench, processes: readonly ServerProcess[]) {
  return {
    workers: await Promise.all(processes.map((process) => process.cpuSeconds())),
    postgres: await postgres.cpuSeconds(),
    catcher: await place.catcher.cpuSeconds(),
    busy: busySeconds(),
    watched: performance.now() / 1000,
  }
}

type Processors = Awaited<ReturnType<typeof readProcessors>>

function difference(before: Processors, after: Processors): Processors {
  return {
    workers: after.workers.map((seconds, n) => seconds - (before.workers[n] ?? 0)),
    postgres: after.postgres - before.postgres,
    catcher: after.catcher - before.catcher,
    busy: after.busy - before.busy,
    watched: after.watched - before.watched,
  }
}

interface WorkCount {
  work: Work
  ids: readonly string[]
}

const tables = {
  deliveries: { table: sql.table('deliveries'), done: 'sent', at: sql.ref('sent_at') },
  copies: { table: sql.table('document_copies'), done: 'succeeded', at: sql.ref('stored_at') },
} as const

/** Throws if one didn't end successfully. */
export async function countLeft({ database }: Services, { work, ids }: WorkCount): Promise<number> {
  const { table, done } = tables[work]
  const { rows } = await withSystem(database, (trx) =>
    sql<{ left: number; failed: number }>`
      select count(*) filter (where status <> ${done})::int as left, count(*) filter (where status = 'failed')::int as failed
      from ${table} where id between ${ids[0]}::uuid and ${ids.at(-1)}::uuid`.execute(trx),
  )
  if (rows[0]?.failed) throw new Error(`${rows[0].failed} ${work} failed`)
  return rows[0]?.left ?? 0
}

export async function readPace(
  { database }: Services,
  { work, ids }: WorkCount,
): Promise<Pick<Figures, 'perSecond' | 'seconds'>> {
  const { table, at } = tables[work]
  const { rows } = await withSystem(database, (trx) =>
    // Work that finished at the first timestamp was started before it.
    sql<{ after: number; seconds: number }>`
      with times as (
        select ${at} as at, min(${at}) over () as first from ${table}
        where id between ${ids[0]}::uuid and ${ids.at(-1)}::uuid
      )
      select count(*) filter (where at > first)::int as after, extract(epoch from max(at) - min(at))::float8 as seconds
      from times`.execute(trx),
  )
  const { after = 0, seconds = 0 } = rows[0] ?? {}
  return { perSecond: after / seconds, seconds }
}

const heading = ['', 'workers', 'per second', 'seconds', 'PostgreSQL', 'mail server', 'cores busy', 'each worker']

function line([name = '', ...cells]: readonly string[]): string {
  return `  ${name.padEnd(11)} ${cells.map((cell) => cell.padStart(11)).join(' ')}`
}

function report(work: string, figures: Figures): void {
  const { perSecond, seconds, workers, postgres, catcher } = figures
  const numbers = [perSecond, seconds, postgres, catcher].map((value) => value.toFixed(1))
  const each = workers.map((time) => time.toFixed(1)).join(' + ')
  console.log(line([work, String(workers.length), ...numbers, percent(busyShare(figures)), each]))
}

function compare(work: Work, one: Figures, three: Figures): boolean {
  const times = three.perSecond / one.perSecond
  const cores = os.availableParallelism()
  const isMet = times >= leastTimes
  const verdict = cores < coresToJudge ? `not judged on ${cores} cores` : isMet ? 'PASS' : '✗ missed'
  console.log(`  ${work}: three workers do ${times.toFixed(2)}× as much as one (bar ${leastTimes}×): ${verdict}`)
  console.log(`    ${limitOf(three)}`)
  return isMet || cores < coresToJudge
}

/** Returns the limiting factor according to CPU use. */
function limitOf(figures: Figures): string {
  const { count, workers, postgres, catcher, busy, watched, perSecond } = figures
  const ms = (seconds: number) => `${((seconds / count) * 1000).toFixed(1)} ms`
  const own = workers.reduce((sum, time) => sum + time, 0)
  const cores = os.cpus().length
  const most = (cores * count) / (own + postgres + catcher)
  const others = busy - own - postgres - catcher
  return [
    `each costs ${ms(own)} of workers, ${ms(postgres)} of PostgreSQL and ${ms(catcher)} of the mail server`,
    `${cores} cores can do ${most.toFixed(0)} a second of that, and did ${perSecond.toFixed(0)}`,
    `they were ${percent(busyShare(figures))} busy, ${percent(others / (cores * watched))} with other things`,
  ].join('; ')
}

function busyShare({ busy, watched }: Figures): number {
  return busy / (os.cpus().length * watched)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(0)} %`
}
