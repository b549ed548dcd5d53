import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { ConfigError, readConfig } from './base/config.ts'
import { openServices } from './open-services.ts'

test('a damaged key file ends the start in one sentence, and is left as it is', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-key-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'secret.key')
  await writeFile(file, 'half a k')
  const config = readConfig({ COURTCRIER_DATA: folder })
  const start = openServices(config, { log: pino({ level: 'silent' }), stops: [] })
  await expect(start).rejects.toThrow(
    new ConfigError(`${file} does not hold a key of 32 bytes in hexadecimal. Restore it from a backup.`),
  )
  expect(await readFile(file, 'utf8')).toBe('half a k')
})
