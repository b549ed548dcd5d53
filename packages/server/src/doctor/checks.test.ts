import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { isConsoleBuilt } from '../http/server/console-files.ts'
import { checkConsole, checkNode, checkParts, checkSettings } from './checks.ts'

test('a folder in the data folder that takes no files is named, as it keeps Courtcrier from starting', async () => {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-'))
  onTestFinished(() => rm(dataFolder, { recursive: true }))
  const config = { dataFolder, blobFolder: path.join(dataFolder, 'blobs'), databaseUrl: undefined }
  expect(await checkParts(config)).toEqual([])
  await mkdir(path.join(dataFolder, 'handed-over'))
  await writeFile(path.join(dataFolder, 'fetching'), '')
  expect(await checkParts(config)).toEqual([
    { name: 'Data folder', state: 'failed', sentence: expect.stringContaining('fetching') },
  ])
  await mkdir(config.blobFolder)
  await writeFile(path.join(config.blobFolder, 'incoming'), '')
  expect(await checkParts(config)).toMatchObject([
    { name: 'Data folder' },
    { name: 'Blob store', state: 'failed', sentence: expect.stringContaining('blobs/incoming') },
  ])
})

test('a setting that the log of every start warns of is a warning', () => {
  const warned = (value: string) => checkSettings(readConfig({ COURTCRIER_ALLOW_PRIVATE_WEBHOOKS: value }))
  expect(warned('1')).toEqual([
    { name: 'Settings', state: 'warning', sentence: expect.stringContaining('anywhere in your network') },
  ])
  expect(warned('hooks.firm.lan')).toEqual([])
})

test('a console that isn’t built fails where this process serves it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const checked = (COURTCRIER_ROLES: string) => checkConsole(readConfig({ COURTCRIER_ROLES }), isConsoleBuilt(folder))
  expect(checked('web,worker')).toEqual([
    { name: 'Console', state: 'failed', sentence: expect.stringContaining('npm run build') },
  ])
  expect(checked('worker')).toEqual([])
  await writeFile(path.join(folder, 'index.html'), '')
  expect(checked('web')).toMatchObject([{ name: 'Console', state: 'ok' }])
})

test('a Node that is too old fails, with the one to use', () => {
  expect(checkNode('22.20.0')).toMatchObject({ state: 'failed', sentence: expect.stringContaining('24.6.0 or newer') })
  expect(checkNode()).toMatchObject({ state: 'ok', sentence: `This is Node ${process.versions.node}.` })
})
