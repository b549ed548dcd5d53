import { sql } from 'kysely'
import type { CreatedFirm } from '../packages/server/src/auth/create-firm.ts'
import { withFirm, withSystem } from '../packages/server/src/base/db/firm-transaction.ts'
import { sharedWork } from '../packages/server/src/base/db/shared-work.ts'
import type { Services } from '../packages/server/src/base/services.ts'
import { claimDigest, composeDigest } from '../packages/server/src/outbox/digests/kind.ts'
import { claimAllDue } from '../packages/server/src/outbox/digests/schedule.ts'
import { type DeliveryBench, inPlace, untilNoneLeft } from './deliver-place.ts'
import { plantScheduled } from './plant-due.ts'
import { gatherStatistics, plantFilings, plantFirm, plantPeople } from './plant-filings.ts'
import type { TemporaryPostgres } from './postgres.ts'

/** 60 s for 10,000. */
const mostMsEach = 6
const filingsEach = 5
/** People notified per filing. */
const peopleOfFiling = 20
/** As many as a worker processes at once. */
const builtAtOnce = 24

interface Morning {
  label: string
  count: number
  postgres?: TemporaryPostgres
  /** Whether the database has no statistics yet, as on an installation's first morning. */
  isNew: boolean
}

/** Measures how long the daily digests due at one moment take. False if building them misses its limit. */
export async function measureMorning({ label, count, postgres, isNew }: Morning): Promise<boolean> {
  console.log(
    `\n${label}: ${count} people with ${filingsEach} filings each in their daily message${isNew ? ', before there are statistics' : ''}`,
  )
  return inPlace(postgres, async (place) => {
    const began = performance.now()
    const firm = await place.withServices(async (services) => {
      const made = await plantFirm(services)
      await plantMorning(services, made, { count, prefix: 'sent', isNew })
      return made
    })
    console.log(`  made                     ${((performance.now() - began) / 1000).toFixed(1)} s`)
    await measureSent(place, count)
    return place.withServices(async (services) => {
      await plantMorning(services, firm, { count, prefix: 'built', isNew })
      return measureBuilt(services, firm, count)
    })
  })
}

async function plantMorning(
  services: Services,
  firm: CreatedFirm,
  { count, prefix, isNew }: { count: number; prefix: string; isNew: boolean },
): Promise<void> {
  const people = await plantPeople(services, firm, { count, prefix })
  const filings = await plantFilings(services, firm, {
    count: Math.max(filingsEach, Math.ceil((count * filingsEach) / peopleOfFiling)),
    documents: 2,
    areOwn: false,
  })
  await withFirm(services.database, firm.firmId, (trx) =>
    plantScheduled(trx, firm, { filings, people, each: filingsEach }),
  )
  if (!isNew) await gatherStatistics(services)
}

/** Measures a worker that starts late and finds all of them due, from the first queued to the last sent. */
async function measureSent({ catcher, startWorker, withServices }: DeliveryBench, count: number): Promise<void> {
  const worker = await startWorker()
  await untilNoneLeft(async () => count - (await catcher.count()))
  const [own, mailServer] = [await worker.cpuSeconds(), await catcher.cpuSeconds()]
  await worker.end('SIGTERM')
  const { sent, told, seconds } = await withServices(readSent)
  const different = new Set((await catcher.mails()).map(({ messageId }) => messageId)).size
  if (sent !== count || told !== count * filingsEach || different !== count || (await catcher.count()) !== count)
    throw new Error(`${count} people: ${sent} messages sent, ${told} filings told, ${different} different mails`)
  console.log(
    `  queued, built and sent   ${seconds.toFixed(1)} s, ${(count / seconds).toFixed(0)} a second by one worker (processor: worker ${own.toFixed(1)} s with its start, mail server ${mailServer.toFixed(1)} s); each once`,
  )
}

async function readSent({ database }: Services): Promise<{ sent: number; told: number; seconds: number }> {
  const { rows } = await withSystem(database, (trx) =>
    sql<{ sent: number; told: number; seconds: number }>`
      select count(*)::int as sent, (select count(*)::int from deliveries where status = 'sent') as told,
        extract(epoch from max(sent_at) - min(created_at))::float8 as seconds
      from digests where status = 'sent'`.execute(trx),
  )
  return rows[0] ?? { sent: 0, told: 0, seconds: Number.NaN }
}

/** Measures a worker's steps before sending: finding due digests, filling them, composing them. */
async function measureBuilt(services: Services, { firmId }: CreatedFirm, count: number): Promise<boolean> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  const queued = await claimAllDue(services, new Date())
  const queuedMs = performance.now() - started
  const ids = await waitingIds(services)
  const claiming = sharedWork({ open: withFirm })
  const build = async (key: { firmId: number; id: string }) => {
    const digest = await claiming(services.database, key, (trx) => claimDigest(trx, key))
    return digest && (await composeDigest(services, digest)).mail && digest.filings.length === filingsEach
  }
  let built = 0
  for (let from = 0; from < ids.length; from += builtAtOnce) {
    const some = await Promise.all(ids.slice(from, from + builtAtOnce).map((id) => build({ firmId, id })))
    built += some.filter((isWhole) => isWhole).length
  }
  const ms = performance.now() - started
  if (queued !== count || built !== count) throw new Error(`${count} people: ${queued} queued, ${built} built`)
  const { user, system } = process.cpuUsage(cpu)
  const isMet = ms <= count * mostMsEach
  console.log(
    `  built                    ${(ms / 1000).toFixed(1)} s, ${(queuedMs / 1000).toFixed(1)} s of it to find and queue them; processor ${((user + system) / 1e6).toFixed(1)} s (bar ${((count * mostMsEach) / 1000).toFixed(0)} s, of 60 s for 10,000): ${isMet ? 'PASS' : '✗ missed'}`,
  )
  return isMet
}

async function waitingIds({ database }: Services): Promise<readonly string[]> {
  const { rows } = await withSystem(database, (trx) =>
    sql<{ id: string }>`select id from digests where status = 'waiting' order by id`.execute(trx),
  )
  return rows.map(({ id }) => id)
}
