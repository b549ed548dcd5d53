import { execFileSync } from 'node:child_process'
import { mkdir, open, readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Mailbox, startMailbox } from '@courtcrier/sandbox/mailbox/mailbox.ts'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { type Gate, isMessage, isWrite, makeGate } from '../../packages/server/src/testing/gate.ts'
import { type S3Server, startS3Server } from '../../packages/server/src/testing/s3-server.ts'
import { until } from '../harness.ts'

/** A server that can be stopped and started again on its port, with its data. */
export interface Stoppable extends Pick<Gate, 'port' | 'atChange' | 'unheard'> {
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** Opens the mail server through which Courtcrier sends; it stores all mail. */
export async function openMailServer(folder: string): Promise<Stoppable & { mails: Mailbox['store']['list'] }> {
  const gate = await makeGate(await freePort(), isMessage)
  let mailbox = await startMailbox({ port: 0, folder })
  await gate.open(mailbox)
  return {
    ...gate,
    mails: () => mailbox.store.list(),
    start: async () => {
      mailbox = await startMailbox({ port: 0, folder })
      await gate.open(mailbox)
    },
    stop: async () => {
      await gate.shut()
      await mailbox.stop()
    },
  }
}

/** Opens the store for second copies. */
export async function openStore(folder: string): Promise<Stoppable & Pick<S3Server, 'makeBucket' | 'objects'>> {
  const gate = await makeGate(await freePort(), isWrite)
  let server = await startS3Server(folder)
  await gate.open(server)
  return {
    ...gate,
    makeBucket: (name) => server.makeBucket(name),
    objects: (bucket) => server.objects(bucket),
    start: async () => {
      server = await startS3Server(folder)
      await gate.open(server)
    },
    stop: async () => {
      await gate.shut()
      await server.stop()
    },
  }
}

/** A small disk that can be filled. */
export interface SmallDisk {
  fill: () => Promise<void>
  free: () => Promise<void>
  remove: () => Promise<void>
}

/** Mounts a small disk at a folder. If this process may not, reports why and returns undefined. */
export async function mountDisk(folder: string, megabytes = 32): Promise<SmallDisk | undefined> {
  await mkdir(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    const reason = error instanceof Error ? error.message.trim() : String(error)
    process.stdout.write(`Skipped: no disk can be mounted here (${reason}), so the fault of a full one is not tried.\n`)
    return undefined
  }
  const filler = path.join(folder, 'filler')
  return {
    fill: async () => {
      const file = await open(filler, 'w')
      try {
        for (const block of [1_000_000, 4096]) await writeUntilFull(file, Buffer.alloc(block, 1))
      } finally {
        await file.close()
      }
    },
    free: () => rm(filler, { force: true }),
    remove: async () => {
      execFileSync('umount', ['-l', folder])
    },
  }
}

async function writeUntilFull(file: { write: (bytes: Buffer) => Promise<unknown> }, block: Buffer): Promise<void> {
  for (;;) {
    try {
      await file.write(block)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return
      throw error
    }
  }
}

/** A server process's clock, which may be wrong. */
export interface Clock {
  environment: Record<string, string>
  /** Milliseconds the clock is ahead of (or, if negative, behind) the correct time. */
  set: (shift: number, pid: number) => Promise<void>
}

export async function makeClock(folder: string): Promise<Clock> {
  const file = path.join(folder, 'clock')
  await writeFile(file, '0')
  const module = fileURLToPath(new URL('./shifted-clock.fixture.ts', import.meta.url))
  return {
    environment: { SHIFTED_CLOCK: file, NODE_OPTIONS: `--import ${module}` },
    set: async (shift, pid) => {
      await writeFile(file, String(shift))
      process.kill(pid, 'SIGUSR2')
      await until(async () => (await readFile(`${file}.read`, 'utf8')) === String(shift))
    },
  }
}
