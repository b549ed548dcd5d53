import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { noSettings } from '@courtcrier/connectors/connector-kind.ts'
import { startFakeImanage } from '@courtcrier/connectors/imanage/fake-imanage.ts'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
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

async function openFolder() {
  const data = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-agent-'))
  onTestFinished(() => rm(data, { recursive: true, force: true }))
  return openAgentFolder(data)
}
