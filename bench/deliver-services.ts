import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf } from '../e2e/processor-time.ts'
import type { ServerProcess } from '../e2e/server-process.ts'
import { storagePolicy } from '../packages/contract/src/resources/storage-policy.ts'
import type { CreatedFirm } from '../packages/server/src/auth/create-firm.ts'
import { withFirm } from '../packages/server/src/base/db/firm-transaction.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { demoWriter } from '../packages/server/src/demo/seed.ts'
import { writeRow } from '../packages/server/src/records/write/write-rows.ts'
import { inPlace, untilNoneLeft } from './deliver-place.ts'
import { countLeft, readPace } from './deliver-work.ts'
import { answerMs, benchKinds } from './dms-credentials.ts'
import { measureServiceFloor } from './dms-floor.ts'
import { ofFiling, plantDue } from './plant-due.ts'
import { gatherStatistics, perCase, plantFilings, plantFirm } from './plant-filings.ts'
import type { TemporaryPostgres } from './postgres.ts'

const leastPerSecond = 200
/** How much more memory a worker may have at the end than in the middle. */
const mostGrowth = 1.25
const workers = 3
const firms = 2
/** Credentials of each kind in each firm: each is limited to 25 requests a second and process. */
const credentialsOfKind = 4

/**
 * Measures copies per second to services whose every answer takes 200 ms, and whether the workers' memory stays as it
 * is. False if they are too slow or grow.
 */
export async function measureServices(postgres: TemporaryPostgres, count: number): Promise<boolean> {
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
          await measure({ services, saving, processes }, count / 10)
          const measured = await measure({ services, saving, processes }, count)
          const saved = await player.documents()
          if (saved !== measured.planted) throw new Error(`${measured.planted} copies became ${saved} documents`)
          const floor = await measureServiceFloor(player.url, { together: 48 * workers, count: Math.ceil(count / 4) })
          return report(measured, { floor, player, postgres })
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
        const input = { name: `${resource.name} ${n}`, ...settings(firm) }
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
}

interface Measured {
  /** Copies so far, with those of earlier measurements. */
  planted: number
  count: number
  perSecond: number
  seconds: number
  cpuSeconds: number
  /** Bytes of memory of the largest worker, while it works. */
  memory: readonly number[]
}

let planted = 0

async function measure({ services, saving, processes }: Bench, count: number): Promise<Measured> {
  const ids: string[] = []
  for (const { firm, policies } of saving) {
    // The filings of a case belong to one policy, as in a firm: a case has one folder.
    const step = perCase * policies.length
    const filings = step * Math.max(1, Math.round(count / ofFiling / saving.length / step))
    const made = await plantFilings(services, firm, { count: filings, documents: ofFiling, areOwn: true })
    await gatherStatistics(services)
    ids.push(...(await plantDue(services, firm, { work: 'copies', filings: made, people: [], policies })))
  }
  planted += ids.length
  const before = await cpuOf(processes)
  const memory: number[] = []
  await untilNoneLeft(async () => {
    memory.push(Math.max(...(await Promise.all(processes.map(({ pid }) => memoryOf(pid))))))
    return countLeft(services, { work: 'copies', ids })
  })
  const pace = await readPace(services, { work: 'copies', ids })
  return { planted, count: ids.length, ...pace, cpuSeconds: (await cpuOf(processes)) - before, memory }
}

async function cpuOf(processes: readonly ServerProcess[]): Promise<number> {
  const each = await Promise.all(processes.map((process) => process.cpuSeconds()))
  return each.reduce((sum, seconds) => sum + seconds, 0)
}

async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1] ?? 0) * 1024
}

interface Beside {
  floor: number
  player: DmsPlayer
  postgres: TemporaryPostgres
}

async function report(
  { count, perSecond, seconds, cpuSeconds, memory }: Measured,
  { floor, player, postgres }: Beside,
): Promise<boolean> {
  const third = Math.ceil(memory.length / 3)
  const [middle, end] = [average(memory.slice(third, 2 * third)), average(memory.slice(2 * third))]
  const isFast = perSecond >= leastPerSecond
  const isSteady = end <= middle * mostGrowth
  const ms = ((cpuSeconds / count) * 1000).toFixed(1)
  const others = [await postgres.cpuSeconds(), await player.cpuSeconds()].map((each) => each.toFixed(1))
  console.log(
    `  ${count} copies in ${seconds.toFixed(1)} s, ${perSecond.toFixed(0)} a second (bar ${leastPerSecond}): ${isFast ? 'PASS' : '✗ missed'}`,
  )
  console.log(`  floor: the connectors alone, in one process without database, save ${floor.toFixed(0)} a second`)
  console.log(
    `  each costs ${ms} ms of workers; PostgreSQL used ${others[0]} s of processor time so far, the services ${others[1]} s`,
  )
  console.log(
    `  memory of the largest worker: ${megabytes(middle)} in the middle, ${megabytes(end)} in the last third: ${isSteady ? 'PASS' : '✗ grows'}`,
  )
  return isFast && isSteady
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
}

function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(0)} MB`
}

/** The services in a separate process, so that their cost isn't counted as the cost of saving. */
interface DmsPlayer {
  /** For COURTCRIER_STORE_GATEWAY. */
  url: string
  /** How many documents there are. */
  documents: () => Promise<number>
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

async function startDmsPlayer(): Promise<DmsPlayer> {
  const child = fork(fileURLToPath(new URL('./dms-player.ts', import.meta.url)))
  const answer = async () => {
    const [message] = (await once(child, 'message')) as [{ port: number; documents: number }]
    return message
  }
  const { port } = await answer()
  return {
    url: `http://127.0.0.1:${port}`,
    async documents() {
      const answered = answer()
      child.send('documents')
      return (await answered).documents
    },
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
