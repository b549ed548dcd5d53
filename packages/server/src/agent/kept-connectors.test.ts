import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync } from 'node:fs'
import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { noSettings } from '@courtcrier/connectors/connector-kind.ts'
import { startFakeImanage } from '@courtcrier/connectors/imanage/fake-imanage.ts'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { version } from '../base/version.ts'
import { openAgentFolder } from './agent-folder.ts'
import { openKeptConnectors } from './kept-connectors.ts'

test('two credentials of an agent for one place make one folder that both need at once', async () => {
  const account = { username: 'CCRIER', password: 'right', clientId: 'courtcrier', clientSecret: 'secret' }
  const fake = await startFakeImanage({ ...account, library: 'ACTIVE' })
  onTestFinished(() => fake.service.close())
  const baseUrl = `http://127.0.0.1:${fake.service.port}`
  const settings = { ...noSettings, ...account, baseUrl, customerId: 516, database: 'ACTIVE', folderId: '100' }
  const kept = openKeptConnectors(await openFolder(), pino({ level: 'silent' }))
  const ensure = async (name: string) => {
    const connector = await kept.open({ name, kind: 'imanage_server_credential', driver: null, settings })
    return 'problem' in connector ? connector : connector.ensureFolder('New/Motions')
  }
  const both = await Promise.all([ensure('Ours'), ensure('Theirs')])
  expect(both).toContainEqual({ ready: true, made: true })
  expect(both).toContainEqual({ ready: true, made: false })
  const { tree } = fake
  const [matters, ...others] = tree.below(tree.root.id).filter(({ name }) => name === 'New')
  expect(others).toEqual([])
  expect(tree.children(matters?.id ?? '').map(({ name }) => name)).toEqual(['Motions'])
})

test('a credential of a kind that this version has no connector for waits for the version that has one', async () => {
  const kept = openKeptConnectors(await openFolder(), pino({ level: 'silent' }))
  const sentence = `The agent, of version ${version}, has no connector for its credential "Newer". Install the server's version on its machine.`
  const newer = { name: 'Newer', kind: 'newer_credential', driver: null, settings: noSettings }
  expect(await kept.open(newer)).toEqual({ problem: 'auth', sentence })
})

test('a share that hangs is given up, also while it is asked whether it is there', async () => {
  const share = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-share-'))
  onTestFinished(() => rm(share, { recursive: true, force: true }))
  const kept = openKeptConnectors(await openFolder(), pino({ level: 'silent' }))
  const settings = { ...noSettings, folderId: share }
  const connector = await kept.open({ name: 'files', kind: 'generic_credential', driver: 'FILE_SYSTEM', settings })
  if ('problem' in connector) throw new Error(connector.sentence)
  expect(await connector.exists('a.pdf')).toEqual({ exists: false })
  const release = holdThreads(share)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const asked = connector.exists('a.pdf')
  await vi.advanceTimersByTimeAsync(60_000)
  release()
  vi.useRealTimers()
  expect(await asked).toMatchObject({ problem: 'transient', isUnanswered: true })
})

/** Has every call to the file system wait, as those to a share that hangs do, until released. */
function holdThreads(folder: string): () => void {
  const pipes = Array.from({ length: 64 }, (_, n) => path.join(folder, `pipe ${n}`))
  execFileSync('mkfifo', pipes)
  const held = pipes.map((pipe) => open(pipe, 'r'))
  return () => {
    // Both ends in one, which waits for no other.
    const ends = pipes.map((pipe) => openSync(pipe, constants.O_RDWR))
    void Promise.all(held).then(async (files) => {
      for (const file of files) await file.close()
      for (const end of ends) closeSync(end)
    })
  }
}

async function openFolder() {
  const data = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-agent-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  return openAgentFolder(data)
}
