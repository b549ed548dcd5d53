import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type Environment, readConfig } from './base/config.ts'
import { startCourtcrier } from './main.ts'
import { makeDataFolder } from './testing/data-folder.ts'

test('a trusted proxy supplies the client address, and metrics answer clients in the allowed networks', async () => {
  const url = await startWeb({ COURTCRIER_METRICS_FROM: '192.0.2.1', COURTCRIER_TRUST_PROXY: '127.0.0.1' })
  const calls = await Promise.all(Array.from({ length: 31 }, () => logIn(url, '192.0.2.1')))
  expect(calls.filter((status) => status === 429)).toHaveLength(1)
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

test('a server that stops waits for agents no longer, before it stops serving them', async () => {
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

async function logIn(url: string, from: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from }
  return (await fetch(`${url}/api/v1/auth/login`, { method: 'POST', headers, body: '{}' })).status
}

async function metrics(url: string, from = '192.0.2.1'): Promise<number> {
  return (await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': from } })).status
}

test('the data folder is private, however it was created and whatever the umask', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-open-'))
  const data = path.join(folder, 'data')
  for (const part of ['', 'blobs', 'database', 'fetching']) {
    await mkdir(path.join(data, part), { recursive: true })
    await chmod(path.join(data, part), 0o777)
  }
  // Run in child processes with their own umask, because a test thread may not set one.
  const environment = {
    COURTCRIER_DATA: data,
    COURTCRIER_ROLES: 'web,worker',
    COURTCRIER_PORT: '0',
    COURTCRIER_LOG_LEVEL: 'silent',
  }
  const program = `process.umask(0)
    const { startCourtcrier } = await import(${JSON.stringify(new URL('./main.ts', import.meta.url).href)})
    const { readConfig } = await import(${JSON.stringify(new URL('./base/config.ts', import.meta.url).href)})
    const { stop, services } = await startCourtcrier(readConfig(${JSON.stringify(environment)}))
    await services.blobs.put(Buffer.from('evidence'))
    await stop()`
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    const open: string[] = []
    for (const place of ['', ...(await readdir(data, { recursive: true }))]) {
      const { mode } = await stat(path.join(data, place))
      if ((mode & 0o077) !== 0) open.push(`${place} ${(mode & 0o777).toString(8)}`)
    }
    expect(open).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
