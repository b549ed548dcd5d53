import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { lockFolder } from '@courtcrier/lib/folder-lock.ts'
import { freePort } from '@courtcrier/lib/free-port.ts'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { isOnServer, openTestDatabase } from '../testing/database.ts'
import { checkDatabase } from './check-database.ts'
import { checkLinks } from './check-links.ts'

test('a database server that isn’t running fails with the reason, and only once', async () => {
  const port = await freePort()
  const config = readConfig({
    ...{ DATABASE_URL: `postgres://clerk:secret@127.0.0.1:${port}/firm`, COURTCRIER_PORT: String(await freePort()) },
  })
  const sentence = 'It cannot be opened: it refuses connections. Is the server running, and is DATABASE_URL right?'
  expect(await checkDatabase(config)).toEqual([{ name: 'Database', state: 'failed', sentence }])
  expect((await checkLinks(config)).filter(({ state }) => state !== 'ok')).toEqual([])
})

if (!isOnServer) process.stdout.write('Skipped: a server that lacks a database needs a server.\n')

test.runIf(isOnServer)('a database that the server doesn’t have is named', async () => {
  const database = await openTestDatabase()
  onTestFinished(database.close)
  const missing = new URL(database.url ?? '')
  missing.pathname = '/there_is_none'
  expect(await checkDatabase(readConfig({ DATABASE_URL: missing.href }))).toMatchObject([
    { state: 'failed', sentence: expect.stringContaining('database "there_is_none" does not exist. Is the server') },
  ])
})

test('an embedded database that another process has, which doesn’t answer, is left alone, and what wasn’t checked is said', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-locked-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  onTestFinished(await lockFolder(folder))
  expect(await checkDatabase(readConfig({ COURTCRIER_DATA: folder }))).toEqual([
    {
      name: 'Database',
      state: 'warning',
      sentence: expect.stringMatching(/identity providers and .* not checked\. Stop it/),
    },
  ])
})
