import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { startSandbox } from '@courtcrier/sandbox/sandbox.ts'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { environmentFor, until } from '../harness.ts'
import { prepareFirm } from '../prepare-firm.ts'
import { startServerProcess } from '../server-process.ts'
import { examine, nothingBroken } from './examine.ts'
import { openFrailPostgres } from './postgres.ts'
import { expectLoggedOnce, expectRefusalTold } from './refused-writes.ts'
import { untilQuiet } from './run-faults.ts'
import { deferred } from './troubles.ts'

test('while the database is read-only, mail is deferred, readiness and health say why, and the log says it once', async () => {
  const postgres = await openFrailPostgres()
  if (!postgres) {
    process.stdout.write('Skipped: there is no PostgreSQL below /usr/lib/postgresql that could be read-only.\n')
    return
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-read-only-'))
  const sandbox = await startSandbox({ profile: 'test', seed: 'read-only', slowPauseMs: 30 })
  const smtpPort = await freePort()
  const environment = {
    ...environmentFor(sandbox, folder),
    COURTCRIER_PORT: String(await freePort()),
    COURTCRIER_SMTP_PORT: String(smtpPort),
    COURTCRIER_LOG_LEVEL: 'info',
    DATABASE_URL: postgres.url,
  }
  const url = `http://127.0.0.1:${environment.COURTCRIER_PORT}`
  await prepareFirm(environment, sandbox.world)
  const server = await startServerProcess(environment)
  try {
    const sending = sandbox.startSending({
      smtp: { host: '127.0.0.1', port: smtpPort },
      ...{ count: 20, rate: 5, concurrency: 4, retryMs: 100 },
    })
    await until(async () => sending.progress().accepted >= 10)
    await setReadOnly(postgres.url, true)
    await until(async () => (await deferred(url)) >= 50)
    const { accepted: acceptedBefore } = sending.progress()
    process.stdout.write(`  ${await expectRefusalTold(url, 'it is read-only')}\n`)
    await until(async () => (await deferred(url)) >= 200)
    expect(sending.progress().accepted).toBe(acceptedBefore)
    await setReadOnly(postgres.url, false)
    const { accepted, refused } = await sending.done
    expect(refused).toEqual([])
    await untilQuiet(url, {})
    const report = await examine({ sandbox, url, folder, kills: 0, accepted: accepted.length, resent: 0 })
    const lines = server.output().split('\n')
    process.stdout.write(
      `  ${report.mails} mails, ${report.mailsSentAgain} sent again, ${await deferred(url)} messages deferred, ${lines.length} lines of log\n`,
    )
    expect(report.broken).toEqual(nothingBroken)
    expect(report.mailsSentAgain).toBe(0)
    expect(expectLoggedOnce(lines, 'it is read-only')).toBe(1)
    expect(server.hasEnded()).toBe(false)
  } finally {
    await server.end('SIGKILL')
    await sandbox.stop()
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}, 300_000)

/** For every session at once, as after a failover to a standby that isn't promoted. */
async function setReadOnly(connectionString: string, isOn: boolean): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  await client.query(`alter system set default_transaction_read_only = ${isOn}`)
  await client.query('select pg_reload_conf()')
  await client.end()
}
