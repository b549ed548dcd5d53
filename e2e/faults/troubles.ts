import type { Moment } from '../../packages/server/src/testing/gate.ts'
import { signIn, until } from '../harness.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { allRows } from './examine.ts'
import type { Clock, openMailServer, openStore, SmallDisk, Stoppable } from './surroundings.ts'

/** A running Courtcrier, and everything around it that can fail. */
export interface Scene {
  url: string
  environment: Record<string, string>
  server: ServerProcess
  mail: Awaited<ReturnType<typeof openMailServer>>
  store: Awaited<ReturnType<typeof openStore>>
  blobDisk: SmallDisk | undefined
  storageDisk: SmallDisk | undefined
  clock: Clock
  random: () => number
  kills: number
}

/**
 * A failure while filings arrive, people are notified and documents are saved. `send` starts the filings; everything is
 * repaired when the promise resolves.
 */
export type Trouble = (scene: Scene, send: () => void) => Promise<void>

const hour = 3_600_000

export const troubles: Readonly<Record<string, Trouble>> = {
  'killed in the middle of telling': (scene, send) => killAt(scene, scene.mail, send),
  'killed in the middle of storing': (scene, send) => killAt(scene, scene.store, send),
  'killed once more in the middle of telling': (scene, send) => killAt(scene, scene.mail, send),
  'the mail server takes mails and its answers are lost': async ({ mail }, send) => {
    send()
    for (let n = 0; n < 3; n++) await mail.atChange(1, 'answered', () => 'cut')
  },
  'the store takes files and its answers are lost': async ({ store }, send) => {
    send()
    for (let n = 0; n < 3; n++) await store.atChange(1, 'answered', () => 'cut')
  },
  'the mail server goes away, and the server is killed meanwhile': async (scene, send) => {
    send()
    await goesAway(scene, scene.mail)
    await until(async () => waits(await statuses(scene, 'delivery', 'deliveries'), 'waiting'))
    await kill(scene)
    await scene.mail.start()
  },
  'the store goes away, and the server is killed meanwhile': async (scene, send) => {
    send()
    await goesAway(scene, scene.store)
    await until(async () => waits(await statuses(scene, 'document_copy', 'document_copies'), 'delayed'))
    await kill(scene)
    await scene.store.start()
  },
  'the disk of documents and messages is full': async ({ blobDisk, url }, send) => {
    if (!blobDisk) return send()
    const before = await deferred(url)
    await blobDisk.fill()
    send()
    await until(async () => (await deferred(url)) > before)
    await blobDisk.free()
  },
  'the disk that copies are stored on is full': async (scene, send) => {
    if (!scene.storageDisk) return send()
    await scene.storageDisk.fill()
    send()
    await until(async () =>
      (await allRows(await signIn(scene.url, 'Administrator'), 'document_copy', 'document_copies')).some(
        ({ status, sentence }) => status === 'delayed' && /no room left/.test(String(sentence)),
      ),
    )
    await scene.storageDisk.free()
  },
  'the clock jumps three hours ahead while mails go out': async ({ clock, mail, server }, send) => {
    send()
    await mail.atChange(2, 'asked', () => 'pass')
    await clock.set(3 * hour, server.pid)
    await mail.atChange(2, 'asked', () => 'pass')
  },
  'the clock is five hours ahead while things wait, and set right': async (scene, send) => {
    const { clock, mail, store, server } = scene
    await clock.set(5 * hour, server.pid)
    send()
    await Promise.all([goesAway(scene, mail), goesAway(scene, store)])
    await until(async () => waits(await statuses(scene, 'delivery', 'deliveries'), 'waiting'))
    await until(async () => waits(await statuses(scene, 'document_copy', 'document_copies'), 'delayed'))
    await clock.set(0, server.pid)
    await Promise.all([mail.start(), store.start()])
  },
}

/** Kills the server at the moment one of the next changes is requested, or was made but not yet acknowledged. */
async function killAt(scene: Scene, place: Stoppable, send: () => void): Promise<void> {
  send()
  const when: Moment = scene.random() < 0.5 ? 'asked' : 'answered'
  let ended: Promise<void> | undefined
  await place.atChange(1 + Math.floor(scene.random() * 4), when, () => {
    ended = scene.server.end('SIGKILL')
    return 'cut'
  })
  await ended
  await revive(scene)
}

async function kill(scene: Scene): Promise<void> {
  await scene.server.end('SIGKILL')
  await revive(scene)
}

async function revive(scene: Scene): Promise<void> {
  scene.kills++
  scene.server = await startServerProcess(scene.environment)
}

/** Stops a mail server or store at one of its next changes. */
async function goesAway({ random }: Scene, place: Stoppable): Promise<void> {
  await place.atChange(1 + Math.floor(random() * 2), 'asked', () => 'cut')
  await place.stop()
}

async function statuses({ url }: Scene, entity: string, plural: string): Promise<unknown[]> {
  const rows = await allRows(await signIn(url, 'Administrator'), entity, plural)
  return rows.map(({ status }) => status)
}

const waits = (all: readonly unknown[], status: string) => all.includes(status)

/** Returns the number of messages deferred for lack of space. */
export async function deferred(url: string): Promise<number> {
  const answer = await fetch(`${url}/metrics`)
  const text = await answer.text()
  if (!answer.ok) throw new Error(`/metrics answered ${answer.status}: ${text.slice(0, 200)}`)
  return Number(/courtcrier_messages_received_total\{[^}]*answer="deferred"[^}]*\} (\d+)/.exec(text)?.[1] ?? 0)
}
