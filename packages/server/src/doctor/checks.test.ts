import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { checkParts } from './checks.ts'

test('a folder in the data folder that takes no files is named, as it keeps Courtcrier from starting', async () => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  const config = { dataFolder, databaseUrl: undefined }
  expect(await checkParts(config)).toEqual([])
  await mkdir(path.join(dataFolder, 'handed-over'))
  await writeFile(path.join(dataFolder, 'fetching'), '')
  expect(await checkParts(config)).toEqual([
    { name: 'Data folder', state: 'failed', sentence: expect.stringContaining('fetching') },
  ])
})
