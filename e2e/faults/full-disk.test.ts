import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { expect, test } from 'vitest'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { environmentFor, signIn, until } from '../harness.ts'
import { prepareFirm } from '../prepare-firm.ts'
import { sampleOf } from '../sample-of.ts'
import { startServerProcess } from '../server-process.ts'
import { allRows, examine, nothingBroken } from './examine.ts'
import { openFrailPostgres } from './postgres.ts'
import { expectLoggedOnce, expectRefusalTold, expectRoomMissed, expectStorageLoggedOnce } from './refused-writes.ts'
import { untilQuiet } from './run-faults.ts'
import { mountDisk, openMailServer } from './surroundings.ts'
import { deferred } from './troubles.ts'

const disks = [
  { what: 'PostgreSQL', at: undefined, holdsDatabase: true, megabytes: 320 },
  { what: 'database', at: 'database', holdsDatabase: true, megabytes: 192 },
  { what: 'blobs', at: 'blobs', holdsDatabase: false, megabytes: 32 },
  { what: 'data', at: '', holdsDatabase: true, megabytes: 256 },
]

type Closers = (() => Promise<unknown>)[]

test.each(sampleOf(disks))(
  'while the disk of the $what is full, mail is deferred, readiness, health and the log say why, nothing crashes, nothing accepted is lost, and no mail is sent twice',
  async (place) => {
    const closers: Closers = []
    try {
      const scene = await setScene(place, closers)
      if (!scene) return
      const { sandbox, mail, disk, server, url, folder, smtpPort } = scene
      await mail.stop()
      const smtp = { host: '127.0.0.1', port: smtpPort }
      const send = (count: number) => sandbox.startSending({ smtp, count, rate: 10, concurrency: 4, retryMs: 100 })
      const first = send(20)
      await until(async () => first.progress().accepted >= 20 && (await waiting(url)) >= 10)
      await disk.fill()
      // Begun only now: on a busy machine all that was sent before is accepted by then.
      const sending = send(20)
      await until(async () => (await deferred(url)) >= 10)
      const { accepted: acceptedBefore } = sending.progress()
      // People are notified while the results can't be recorded, and for long enough to be notified again.
      await mail.start()
      await until(async () => (await deferred(url)) >= 400)
      const told = place.holdsDatabase ? expectRefusalTold(url, 'its disk is full') : expectRoomMissed(url)
      process.stdout.write(`  ${place.what}: ${await told}\n`)
      expect(sending.progress().accepted).toBe(acceptedBefore)
      await disk.free()
      const ended = [await first.done, await sending.done]
      expect(ended.flatMap(({ refused }) => refused)).toEqual([])
      await untilQuiet(url, {})
      if (!place.holdsDatabase) await until(async () => server.output().includes('There is room for files again'))
      const mails = { ...sandbox, mails: mail.mails }
      const accepted = ended.reduce((sum, each) => sum + each.accepted.length, 0)
      const report = await examine({ sandbox: mails, url, folder, kills: 0, accepted, resent: 0 })
      const lines = server.output().split('\n')
      process.stdout.write(
        `  ${place.what}: ${report.mails} mails, ${report.mailsSentAgain} sent again, ${await deferred(url)} messages deferred, ${lines.length} lines of log\n`,
      )
      expect(report.broken).toEqual(nothingBroken)
      expect(report.mailsSentAgain).toBe(0)
      expect(expectLoggedOnce(lines, 'its disk is full')).toBe(place.holdsDatabase ? 1 : 0)
      if (!place.holdsDatabase) expect(expectStorageLoggedOnce(lines)).toBeGreaterThanOrEqual(1)
      expect(server.hasEnded()).toBe(false)
    } finally {
      for (const close of closers.toReversed()) await close()
    }
  },
  300_000,
)

/** Undefined if this machine can't fill such a disk; why is printed. */
async function setScene(place: (typeof disks)[number], closers: Closers) {
  const makeFolder = async (name: string) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), `courtcrier-full-${name}`))
    closers.push(() => rm(folder, { recursive: true, force: true }))
    return folder
  }
  const folder = await makeFolder('data-')
  // A PostgreSQL server runs as its own user, who can't reach into the data folder.
  const mounted = place.at === undefined ? await makeFolder('postgres-') : path.join(folder, place.at)
  const disk = await mountDisk(mounted, place.megabytes)
  if (!disk) return undefined
  closers.push(disk.remove)
  const postgres = place.at === undefined ? await openFrailPostgres(mounted) : undefined
  if (postgres) closers.push(postgres.remove)
  if (!postgres && place.at === undefined) {
    process.stdout.write('Skipped: there is no PostgreSQL below /usr/lib/postgresql whose disk could be full.\n')
    return undefined
  }
  const sandbox = await startSandbox({ profile: 'test', seed: place.what, slowPauseMs: 30 })
  closers.push(() => sandbox.stop())
  const mail = await openMailServer(await makeFolder('mail-'))
  closers.push(() => mail.stop())
  const smtpPort = await freePort()
  const environment = {
    ...environmentFor(sandbox, folder),
    COURTCRIER_PORT: String(await freePort()),
    COURTCRIER_SMTP_PORT: String(smtpPort),
    COURTCRIER_SMTP_OUT: `smtp://127.0.0.1:${mail.port}`,
    COURTCRIER_LOG_LEVEL: 'info',
    ...(postgres ? { DATABASE_URL: postgres.url } : {}),
  }
  await prepareFirm(environment, sandbox.world)
  const server = await startServerProcess(environment)
  closers.push(() => server.end('SIGKILL'))
  return { sandbox, mail, disk, server, url: `http://127.0.0.1:${environment.COURTCRIER_PORT}`, folder, smtpPort }
}

/** How many people wait to be notified. */
async function waiting(url: string): Promise<number> {
  const deliveries = await allRows(await signIn(url, 'Administrator'), 'delivery', 'deliveries')
  return deliveries.filter(({ status }) => status === 'waiting').length
}
