import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type Environment, readConfig } from './base/config.ts'
import { startCourtcrier } from './main.ts'
import { makeDataFolder } from './testing/data-folder.ts'
import { isOnServer } from './testing/database.ts'
import { longTest } from './testing/in-long-run.ts'
import { openTransactionPooler } from './testing/transaction-pooler.ts'

test('a trusted proxy supplies the client address, and metrics answer clients in the allowed networks', async () => {
  const url = await startWeb({ COURTCRIER_METRICS_FROM: '192.0.2.1', COURTCRIER_TRUST_PROXY: '127.0.0.1' })
  const calls = await Promise.all(Array.from({ length: 31 }, () => logIn(url, '192.0.2.1')))
  expect(
    calls.filter((status) => status === 429),
    calls.join(' '),
  ).toHaveLength(1)
  expect(await logIn(url, '192.0.2.2')).not.toBe(429)
  expect(await metrics(url)).toBe(200)
  expect(await metrics(url, '192.0.2.2')).toBe(404)
})

async function startWeb(environment: Environment): Promise<string> {
  const data = await makeDataFolder()
  const config = readConfig({
    COURTCRIER_DATA: data.folder,
    COURTCRIER_ROLES: 'web',
    COURTCRIER_PORT: '0',
    ...data.environment,
    ...environment,
  })
  const { url, stop } = await startCourtcrier(config, { log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await stop()
    await data.remove()
  })
  return String(url)
}

longTest('a server that stops waits for agents no longer, before it stops serving them', async () => {
  const { folder, environment, remove } = await makeDataFolder()
  onTestFinished(remove)
  const settings = { COURTCRIER_DATA: folder, COURTCRIER_ROLES: 'web,worker', COURTCRIER_PORT: '0' }
  const config = readConfig({ ...settings, ...environment })
  const { url, services, stop } = await startCourtcrier(config, { log: pino({ level: 'silent' }) })
  const { stopAsking } = services.stores
  let status: number | undefined
  services.stores.stopAsking = async () => {
    stopAsking()
    status = (await fetch(`${url}/api/v1/auth/me.json`)).status
  }
  await stop()
  expect(status).toBe(401)
})

test.runIf(isOnServer)('a start behind a pooler in transaction mode is logged with what to do', async () => {
  const { folder, environment, remove } = await makeDataFolder()
  onTestFinished(remove)
  const pooler = await openTransactionPooler(String(environment.DATABASE_URL))
  onTestFinished(pooler.close)
  const settings = { COURTCRIER_DATA: folder, COURTCRIER_ROLES: 'web', COURTCRIER_PORT: '0', DATABASE_URL: pooler.url }
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => lines.push(line) })
  const { stop } = await startCourtcrier(readConfig(settings), { log })
  onTestFinished(stop)
  expect(lines.join('')).toContain('set pool_mode = session')
})

async function logIn(url: string, from: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  return (await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body: '{}' })).status
}

async function metrics(url: string, from = '192.0.2.1'): Promise<number> {
  return (await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': from } })).status
}
