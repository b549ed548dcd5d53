import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../../packages/lib/src/free-port.ts'
import { isLongRun } from '../../packages/server/src/testing/long-run.ts'
import { until } from '../harness.ts'
import { startServerProcess } from '../server-process.ts'
import { nothingBroken } from './examine.ts'
import { openFrailPostgres } from './postgres.ts'
import { everyWayThrice, runDatabaseFaults } from './run-database-faults.ts'

test('a database that fails repeatedly ends no process, and nothing is lost or done twice', async () => {
  const report = await runDatabaseFaults({
    seed: process.env.COURTCRIER_TEST_SEED ?? 'database',
    ...(isLongRun
      ? everyWayThrice
      : { ways: ['fast', 'kill', 'immediate'], filings: 30, rate: 5, processes: 2, pauseMs: 0 }),
    onProgress: (line) => process.stdout.write(`  ${line}\n`),
  })
  if (!report) {
    process.stdout.write('Skipped: there is no PostgreSQL below /usr/lib/postgresql, so none can go away.\n')
    return
  }
  process.stdout.write(`  ${report.accepted} messages, ${report.mails} mails, ${report.messagesSentAgain} sent again\n`)
  expect(report.exits).toBe(0)
  expect(report.broken).toEqual(nothingBroken)
  expect(report.mailsSentAgain).toBe(0)
  for (const { read, retryAfter, ready, why } of report.answersWhileAway) {
    expect(read).toBe(503)
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(ready).toBe(503)
    expect(why).toMatch(/^The database has been away/)
  }
}, 1_800_000)

test('a server that starts before its database says so, and starts once it is available', async () => {
  const postgres = await openFrailPostgres()
  if (!postgres) {
    process.stdout.write('Skipped: there is no PostgreSQL below /usr/lib/postgresql to start late.\n')
    return
  }
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-late-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const environment = { COURTCRIER_DATA: folder, COURTCRIER_PORT: String(port), DATABASE_URL: postgres.url }
  try {
    await postgres.stop('fast')
    const starting = startServerProcess(environment)
    const health = await until(() => fetch(`${url}/healthz`).catch(() => undefined))
    expect(health.status).toBe(503)
    expect(await health.json()).toMatchObject({
      ok: false,
      problems: [expect.stringMatching(/^The database does not/)],
    })
    const read = await fetch(`${url}/api/v1/firm`)
    expect([read.status, read.headers.get('content-type')]).toEqual([503, 'application/problem+json'])
    expect(Number(read.headers.get('retry-after'))).toBeGreaterThan(0)
    await postgres.start()
    const server = await starting
    expect(server.output().match(/does not answer/g)).toHaveLength(1)
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ ok: true })
    await server.end('SIGTERM')
    const refused = startServerProcess({ ...environment, DATABASE_URL: postgres.url.replace(/postgres$/, 'nowhere') })
    await expect(refused).rejects.toThrow('The database named in DATABASE_URL does not exist')
  } finally {
    await postgres.remove()
    await rm(folder, { recursive: true, force: true })
  }
}, 240_000)
