import { readFile } from 'node:fs/promises'
import os from 'node:os'
import { sql } from 'kysely'
import { busySeconds } from '../e2e/processor-time.ts'
import type { ServerProcess } from '../e2e/server-process.ts'
import { storagePolicy } from '../packages/contract/src/resources/storage-policy.ts'
import type { CreatedFirm } from '../packages/server/src/auth/create-firm.ts'
import { withFirm, withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { demoWriter } from '../packages/server/src/demo/seed.ts'
import { copyConcurrency } from '../packages/server/src/outbox/copies/kind.ts'
import { writeRow } from '../packages/server/src/records/write/write-rows.ts'
import { type CostlyStatements, openCostlyStatements } from './costly-statements.ts'
import { inPlace, untilNoneLeft } from './deliver-place.ts'
import { countLeft, readPace } from './deliver-work.ts'
import { answerMs, benchKinds } from './dms-credentials.ts'
import { measureServiceFloor } from './dms-floor.ts'
import { ofFiling, plantDue } from './plant-due.ts'
import { gatherStatistics, perCase, plantFilings, plantFirm } from './plant-filings.ts'
import type { TemporaryPostgres } from './postgres.ts'
import { type DmsPlayer, startDmsPlayer } from './start-dms-player.ts'

const leastPerSecond = 200
/** Beside more work of others, a share of the cores, the pace isn't judged, but what each copy costs still is. */
const mostOfOthers = 0.1
/** How much more memory a worker may have at the end than in the middle. */
const mostGrowth = 1.25
const workers = 3
const firms = 2
/** Credentials of each kind in each firm: each is limited to 25 requests a second and process, with Box to 4 uploads a second of all. */
const credentialsOfKind = 12

/**
 * Measures copies per second to services whose every answer takes 200 ms, and whether the workers' memory stays as it
 * is. False if they are too slow or grow.
 */
export async function measureServices(
  postgres: TemporaryPostgres,
  { count, statements }: { count: number; statements: number },
): Promise<boolean> {
  const player = await startDmsPlayer()
  const environment = { COURTCRIER_STORE_GATEWAY: player.url, COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback' }
  try {
    return await inPlace(
      postgres,
      (place) =>
        place.withServices(async (services) => {
          const saving = await plantSaving(services)
          const processes = await Promise.all(Array.from({ length: workers }, () => place.startWorker()))
          console.log(
            `\nServices that take ${answerMs} ms to answer: ${benchKinds.length} kinds, ${firms} firms, ${firms * credentialsOfKind} credentials of each kind, ${workers} workers, documents of 45 kB`,
          )
          const costly = await openCostlyStatements(postgres, statements)
          const bench: Bench = { services, saving, processes, postgres, player, costly }
          await measure(bench, count / 10)
          const measured = await measure(bench, count)
          await costly.print({ count: measured.count, what: 'copy' })
          await costly.end()
          const { documents } = await player.read()
          if (documents !== measured.planted)
            throw new Error(`${measured.planted} copies became ${documents} documents`)
          const floor = await measureServiceFloor(player.url, {
            together: copyConcurrency * workers,
            count: Math.ceil(count / 4),
          })
          return report(measured, floor)
        }),
      environment,
    )
  } finally {
    await player.stop()
  }
}

interface Saving {
  firm: CreatedFirm
  policies: readonly string[]
}

async function plantSaving(services: Services): Promise<readonly Saving[]> {
  const saving: Saving[] = []
  for (let n = 0; n < firms; n++) {
    const firm = await plantFirm(services, [`firm${n}.bench.example`])
    saving.push({ firm, policies: await plantPolicies(services, firm, n) })
  }
  return saving
}

/** A policy for each credential, of all kinds in turn. */
async function plantPolicies(services: Services, { firmId }: CreatedFirm, firm: number): Promise<readonly string[]> {
  const writer = demoWriter(services, firmId)
  return withFirm(services.database, firmId, async (trx) => {
    const policies: string[] = []
    for (let n = 0; n < credentialsOfKind; n++)
      for (const { resource, settings, path } of benchKinds) {
        const input = { name: `${resource.name} ${n}`, ...settings(firm, n) }
        const { id } = await writeRow(trx, resource, { kind: 'create', input }, writer)
        const policy = { name: `To ${id}`, documentPath: path, dmsCredentialId: id }
        policies.push((await writeRow(trx, storagePolicy, { kind: 'create', input: policy }, writer)).id)
      }
    return policies
  })
}

interface Bench {
  services: Services
  saving: readonly Saving[]
  processes: readonly ServerProcess[]
  postgres: TemporaryPostgres
  player: DmsPlayer
  costly: CostlyStatements
}

interface Measured {
  /** Copies so far, with those of earlier measurements. */
  planted: number
  count: number
  perSecond: number
  seconds: number
  /** To the services. */
  requests: number
  /** That PostgreSQL committed, for whatever reason. */
  transactions: number
  /** Processor time while they were saved. */
  cpuSeconds: Processors
  /** The share of the cores that other processes used meanwhile. */
  others: number
  /** Bytes of memory of the largest worker, while it works. */
  memory: readonly number[]
}

let planted = 0

async function measure(bench: Bench, count: number): Promise<Measured> {
  const { services, saving, player, costly } = bench
  const due: Parameters<typeof plantDue>[] = []
  for (const { firm, policies } of saving) {
    // The filings of a case belong to one policy, as in a firm: a case has one folder.
    const step = perCase * policies.length
    const filingsOfFirm = step * Math.max(1, Math.round(count / ofFiling / saving.length / step))
    const filings = await plantFilings(services, firm, { count: filingsOfFirm, documents: ofFiling, areOwn: true })
    due.push([services, firm, { work: 'copies', filings, people: [], policies }])
  }
  await gatherStatistics(services)
  const [before, { requests }] = [await cpuOf(bench), await player.read()]
  const [busy, began, committed] = [busySeconds(), performance.now(), await countCommits(services)]
  await costly.begin()
  const ids: string[] = []
  for (const each of due) ids.push(...(await plantDue(...each)))
  planted += ids.length
  const memory: number[] = []
  await untilNoneLeft(async () => {
    memory.push(Math.max(...(await Promise.all(bench.processes.map(({ pid }) => memoryOf(pid))))))
    return countLeft(services, { work: 'copies', ids })
  })
  const pace = await readPace(services, { work: 'copies', ids })
  const after = await cpuOf(bench)
  const cpuSeconds = {
    workers: after.workers - before.workers,
    postgres: after.postgres - before.postgres,
    services: after.services - before.services,
  }
  const asked = (await player.read()).requests - requests
  const { workers: own, postgres, services: theirs } = cpuSeconds
  const watched = (os.cpus().length * (performance.now() - began)) / 1000
  const transactions = (await countCommits(services)) - committed
  const others = (busySeconds() - busy - own - postgres - theirs) / watched
  return { planted, count: ids.length, ...pace, requests: asked, transactions, cpuSeconds, others, memory }
}

async function countCommits({ database }: Services): Promise<number> {
  const { rows } = await withSystem(database, (trx) =>
    sql<{ n: number }>`select xact_commit::int as n from pg_stat_database where datname = current_database()`.execute(
      trx,
    ),
  )
  return rows[0]?.n ?? 0
}

/** Seconds of all workers, of PostgreSQL, and of the services. */
interface Processors {
  workers: number
  postgres: number
  services: number
}

async function cpuOf({ processes, postgres, player }: Bench): Promise<Processors> {
  const each = await Promise.all(processes.map((process) => process.cpuSeconds()))
  const workers = each.reduce((sum, seconds) => sum + seconds, 0)
  return { workers, postgres: await postgres.cpuSeconds(), services: await player.cpuSeconds() }
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

function report(measured: Measured, floor: number): boolean {
  const { count, perSecond, seconds, requests, transactions, cpuSeconds, others, memory } = measured
  const third = Math.ceil(memory.length / 3)
  const [middle, end] = [average(memory.slice(third, 2 * third)), average(memory.slice(2 * third))]
  const most = mostPerSecond(measured)
  // What can't be fast enough on an idle machine has missed it on any.
  const isPossible = Math.min(most.bySlots, most.byCores) >= leastPerSecond
  const isFast = perSecond >= leastPerSecond
  const isMissed = !isPossible || (!isFast && others <= mostOfOthers)
  const isSteady = end <= middle * mostGrowth
  const ms = (spent: number) => `${((spent / count) * 1000).toFixed(1)} ms`
  console.log(
    `  ${count} copies in ${seconds.toFixed(1)} s, ${perSecond.toFixed(0)} a second (bar ${leastPerSecond}): ${verdictOf({ isFast, isMissed })}; other processes used ${(others * 100).toFixed(0)} % of the cores`,
  )
  console.log(
    `  at most: ${most.bySlots.toFixed(0)} a second with ${(requests / count).toFixed(1)} requests each in ${workers * copyConcurrency} slots, ${most.byCores.toFixed(0)} with ${os.availableParallelism()} cores for all of it`,
  )
  console.log(`  floor: the connectors alone, in one process without database, save ${floor.toFixed(0)} a second`)
  console.log(
    `  each costs ${ms(cpuSeconds.workers)} of workers, ${ms(cpuSeconds.postgres)} of PostgreSQL and ${ms(cpuSeconds.services)} of the services' processor time, and ${(transactions / count).toFixed(2)} transactions`,
  )
  console.log(
    `  memory of the largest worker: ${megabytes(middle)} in the middle, ${megabytes(end)} in the last third: ${isSteady ? 'PASS' : '✗ grows'}`,
  )
  return !isMissed && isSteady
}

/** Returns what is possible: by the slots, as long as each copy waits for answers only, and by the processors. */
function mostPerSecond({ count, requests, cpuSeconds }: Pick<Measured, 'count' | 'requests' | 'cpuSeconds'>) {
  const secondsEach = ((requests / count) * answerMs) / 1000
  const spent = cpuSeconds.workers + cpuSeconds.postgres + cpuSeconds.services
  return {
    bySlots: (workers * copyConcurrency) / secondsEach,
    byCores: (os.availableParallelism() * count) / spent,
  }
}

function verdictOf({ isFast, isMissed }: { isFast: boolean; isMissed: boolean }): string {
  if (isMissed) return '✗ missed'
  return isFast ? 'PASS' : 'not judged beside so much other work'
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}
