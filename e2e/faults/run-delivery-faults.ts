import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { type Sandbox, startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { environmentFor, signIn } from '../harness.ts'
import { hashFilesBelow } from '../hash-files.ts'
import { prepareFirm } from '../prepare-firm.ts'
import { startServerProcess } from '../server-process.ts'
import { examine, type FaultReport } from './examine.ts'
import { type CopyReport, examineCopies } from './examine-copies.ts'
import { makeRandom, untilQuiet } from './run-faults.ts'
import { addStore } from './second-store.ts'
import { makeClock, mountDisk, openMailServer, openStore } from './surroundings.ts'
import { type Scene, troubles } from './troubles.ts'

export interface DeliveryFaultOptions {
  /** Filings received during each failure. */
  filings: number
  seed: string
  onProgress?: (line: string) => void
}

export interface DeliveryFaultReport extends FaultReport {
  /** Copies in this server's folder, and the second copies in S3. */
  copies: Record<'folder' | 's3', CopyReport>
  /** Emails the mail server accepted but whose response was lost. */
  answersLost: number
}

const bucket = 'filings'

/**
 * Causes one failure after another, in an order and at times chosen by the seed, while filings arrive, people are
 * notified and each document is saved in two places; then examines the result.
 */
export async function runDeliveryFaults(options: DeliveryFaultOptions): Promise<DeliveryFaultReport> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-faults-'))
  const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const sandbox = await startSandbox({ profile: 'test', seed: options.seed, slowPauseMs: 30 })
    closers.push(() => sandbox.stop())
    const scene = await setScene(sandbox, folder, { closers, random: makeRandom(options.seed) })
    await scene.store.makeBucket(bucket)
    const inBucket = { name: 'Bucket', port: scene.store.port, bucket, also: { store_email: 'eml' } }
    const policies = await addStore(await signIn(scene.url, 'Administrator'), inBucket)
    const sent = await sendThroughTroubles(scene, sandbox, options)
    await untilQuiet(scene.url, options)
    const call = await signIn(scene.url, 'Administrator')
    const report = await examine({
      sandbox: { ...sandbox, mails: scene.mail.mails },
      url: scene.url,
      folder,
      kills: scene.kills,
      ...sent,
    })
    const inFolder = { policyId: policies.first, files: await hashFilesBelow(path.join(folder, 'storage', '1')) }
    const inS3 = { policyId: policies.second, files: await scene.store.objects(bucket) }
    return {
      ...report,
      copies: {
        folder: await examineCopies(call, sandbox.filings(), inFolder),
        s3: await examineCopies(call, sandbox.filings(), inS3),
      },
      answersLost: scene.mail.unheard(),
    }
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

async function setScene(
  sandbox: Sandbox,
  folder: string,
  { closers, random }: { closers: (() => Promise<unknown>)[]; random: () => number },
): Promise<Scene> {
  const mail = await openMailServer(path.join(folder, 'mail'))
  const store = await openStore(path.join(folder, 's3'))
  closers.push(
    () => mail.stop(),
    () => store.stop(),
  )
  const clock = await makeClock(folder)
  const [blobDisk, storageDisk] = [
    await mountDisk(path.join(folder, 'blobs')),
    await mountDisk(path.join(folder, 'storage')),
  ]
  for (const disk of [blobDisk, storageDisk]) if (disk) closers.push(disk.remove)
  const environment: Record<string, string> = {
    ...environmentFor(sandbox, folder),
    COURTCRIER_PORT: String(await freePort()),
    COURTCRIER_SMTP_PORT: String(await freePort()),
    COURTCRIER_SMTP_OUT: `smtp://127.0.0.1:${mail.port}`,
    COURTCRIER_ALLOW_PRIVATE_STORES: 'loopback',
    ...clock.environment,
  }
  await prepareFirm(environment, sandbox.world)
  const server = await startServerProcess(environment)
  const url = `http://127.0.0.1:${environment.COURTCRIER_PORT}`
  const scene: Scene = { url, environment, server, mail, store, blobDisk, storageDisk, clock, random, kills: 0 }
  closers.push(() => scene.server.end('SIGKILL'))
  return scene
}

async function sendThroughTroubles(
  scene: Scene,
  sandbox: Sandbox,
  { filings, onProgress }: DeliveryFaultOptions,
): Promise<{ accepted: number; resent: number }> {
  const smtp = { host: '127.0.0.1', port: Number(scene.environment.COURTCRIER_SMTP_PORT) }
  const sum = { accepted: 0, resent: 0 }
  const order = Object.entries(troubles)
    .map(([name, trouble]) => ({ name, trouble, at: scene.random() }))
    .toSorted((a, b) => a.at - b.at)
  for (const { name, trouble } of order) {
    onProgress?.(name)
    let sending: ReturnType<Sandbox['startSending']> | undefined
    await trouble(scene, () => {
      sending = sandbox.startSending({ smtp, count: filings, concurrency: 4, retryMs: 100 })
    })
    if (!sending) throw new Error(`${name}: nothing was sent`)
    const { accepted, refused } = await sending.done
    if (refused.length > 0) throw new Error(`the server refused mail for good: ${JSON.stringify(refused[0])}`)
    sum.accepted += accepted.length
    sum.resent += accepted.filter((message) => message.lostAnswers > 0).length
  }
  return sum
}
