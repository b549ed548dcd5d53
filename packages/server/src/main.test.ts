import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type Environment, readConfig } from './config.ts'
import { startCourtcrier } from './main.ts'

test('a proxy that is trusted says who calls, and metrics can be opened to other machines', async () => {
  const url = await startWeb({ COURTCRIER_METRICS_PUBLIC: '1', COURTCRIER_TRUST_PROXY: '127.0.0.1' })
  const calls = await Promise.all(Array.from({ length: 31 }, () => logIn(url, '192.0.2.1')))
  expect(calls.filter((status) => status === 429)).toHaveLength(1)
  expect(await logIn(url, '192.0.2.2')).not.toBe(429)
  expect(await metrics(url)).toBe(200)
})

async function startWeb(environment: Environment): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-main-'))
  const config = readConfig({
    COURTCRIER_DATA: folder,
    COURTCRIER_ROLES: 'web',
    COURTCRIER_PORT: '0',
    ...environment,
  })
  const { url, stop } = await startCourtcrier(config, { log: pino({ level: 'silent' }) })
  onTestFinished(async () => {
    await stop()
    await rm(folder, { recursive: true, force: true })
  })
  return String(url)
}

async function logIn(url: string, from: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  return (await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body: '{}' })).status
}

async function metrics(url: string): Promise<number> {
  return (await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status
}
