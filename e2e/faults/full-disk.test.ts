import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import { expect, test } from 'vitest'
import { freePort } from '../../packages/server/src/base/lib/free-port.ts'
import { environmentFor, until } from '../harness.ts'
import { prepareFirm } from '../prepare-firm.ts'
import { sampleOf } from '../sample-of.ts'
import { startServerProcess } from '../server-process.ts'
import { examine, nothingBroken } from './examine.ts'
import { untilQuiet } from './run-faults.ts'
import { mountDisk } from './surroundings.ts'
import { deferred } from './troubles.ts'

const disks = [
  { what: 'database', at: 'database', megabytes: 192 },
  { what: 'blobs', at: 'blobs', megabytes: 32 },
  { what: 'data', at: '', megabytes: 256 },
]

test.each(sampleOf(disks))(
  'while the disk of the $what is full, mail is deferred, nothing crashes, and nothing that was accepted is lost',
  async (place) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-full-'))
    const closers: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
    try {
      const disk = await mountDisk(path.join(folder, place.at), place.megabytes)
      if (!disk) return
      closers.push(disk.remove)
      const sandbox = await startSandbox({ profile: 'test', seed: place.what, slowPauseMs: 30 })
      closers.push(() => sandbox.stop())
      const smtpPort = await freePort()
      const environment = {
        ...environmentFor(sandbox, folder),
        COURTCRIER_PORT: String(await freePort()),
        COURTCRIER_SMTP_PORT: String(smtpPort),
      }
      await prepareFirm(environment, sandbox.world)
      const server = await startServerProcess(environment)
      closers.push(() => server.end('SIGKILL'))
      const url = `http://127.0.0.1:${environment.COURTCRIER_PORT}`
      const send = () =>
        sandbox.startSending({ smtp: { host: '127.0.0.1', port: smtpPort }, count: 4, concurrency: 4, retryMs: 100 })
      const before = await send().done
      await disk.fill()
      const sending = send()
      await until(async () => (await deferred(url)) >= 3)
      expect(sending.progress().accepted).toBe(0)
      await disk.free()
      const after = await sending.done
      expect([...before.refused, ...after.refused]).toEqual([])
      await untilQuiet(url, {})
      const accepted = before.accepted.length + after.accepted.length
      const report = await examine({ sandbox, url, folder, kills: 0, accepted, resent: 0 })
      expect(report.broken).toEqual(nothingBroken)
      expect(server.hasEnded()).toBe(false)
    } finally {
      for (const close of closers.toReversed()) await close()
    }
  },
  300_000,
)
