import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepAt } from '../testing/agent-bench.ts'
import { AgentError, openAgentFolder } from './agent-folder.ts'
import { readConnection, saveConnection } from './connection.ts'
import { openKeptConnectors } from './kept-connectors.ts'
import { readCredentials } from './saved-credentials.ts'

let data: string
beforeEach(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-agent-'))
})
afterEach(() => rm(data, { recursive: true, force: true }))

const dav = { base_url: 'https://dms.firm.example', username: 'svc', password: 'secret' }

/** An agent's folder whose key is lost, as after a restore without it: opening it makes another one. */
async function openWithLostKey() {
  const before = await openAgentFolder(data)
  await saveConnection(before, { server: 'https://notices.firm.example', name: 'Office', key: 'the key' })
  await keepAt({ folder: before }, { name: 'dms', type: 'webdav', settings: dav })
  await keepAt({ folder: before }, { name: 'files', type: 'folder', settings: { folder_id: data } })
  await rm(path.join(data, 'secret.key'))
  return openAgentFolder(data)
}

test('an agent whose key is lost says so, and what to do', async () => {
  const folder = await openWithLostKey()
  await expect(readConnection(folder)).rejects.toThrow(
    /^The secret\.key in the data folder is not the one .* --replace$/,
  )
})

test('once it is enrolled again, only credentials with secrets are to be entered again', async () => {
  const folder = await openWithLostKey()
  const connectors = openKeptConnectors(folder, { debug: () => undefined })
  const opened = async () =>
    Promise.all((await readCredentials(folder)).map(async (kept) => [kept.name, await connectors.open(kept)]))
  const sentence = expect.stringMatching(/^The agent's secret\.key doesn't open the secrets of its credential "dms"\./)
  expect(await opened()).toEqual([
    ['dms', { problem: 'auth', sentence }],
    ['files', expect.objectContaining({ put: expect.any(Function) })],
  ])
  await keepAt({ folder }, { name: 'dms', type: 'webdav', settings: dav })
  expect(await opened()).toContainEqual(['dms', expect.objectContaining({ put: expect.any(Function) })])
})

test.each([
  ['agent.json', '{"server": "https://notices.fi', /^The agent's agent\.json is damaged\. .* --replace$/],
  ['agent.json', '{}', /^The agent's agent\.json is damaged\. .* --replace$/],
  ['credentials.json', '', /^The agent's credentials\.json is damaged\. .* credential set$/],
  ['credentials.json', '{"dms": {"kind": 1}}', /^The agent's credentials\.json is damaged\. .* credential set$/],
  ['secret.key', 'abc', /^The agent's secret\.key is damaged\. Put it back from a backup/],
] as const)('an agent whose %s is damaged (%s) says so, and what to do', async (name, content, sentence) => {
  const folder = await openAgentFolder(data)
  await saveConnection(folder, { server: 'https://notices.firm.example', name: 'Office', key: 'the key' })
  await keepAt({ folder }, { name: 'dms', type: 'webdav', settings: dav })
  await writeFile(path.join(data, name), content)
  const start = async () => {
    const opened = await openAgentFolder(data)
    await readConnection(opened)
    await readCredentials(opened)
  }
  const error = await start().catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(AgentError)
  expect((error as AgentError).message).toMatch(sentence)
})

test('of credentials of which one is damaged, the others are still good, and it can be entered again', async () => {
  const folder = await openAgentFolder(data)
  const connectors = openKeptConnectors(folder, { debug: () => undefined })
  for (const name of ['dms', 'archive']) await keepAt({ folder }, { name, type: 'webdav', settings: dav })
  const file = path.join(data, 'credentials.json')
  const kept = JSON.parse(await readFile(file, 'utf8'))
  await writeFile(file, JSON.stringify({ ...kept, dms: { ...kept.dms, secrets: { password: 'AgAA' } } }))
  const opened = async (wanted: string) => {
    const found = (await readCredentials(folder)).find(({ name }) => name === wanted)
    return found && connectors.open(found)
  }
  expect(await opened('dms')).toMatchObject({ problem: 'auth', sentence: expect.stringContaining('credential "dms"') })
  expect(await opened('archive')).toMatchObject({ put: expect.any(Function) })
  await keepAt({ folder }, { name: 'dms', type: 'webdav', settings: dav })
  expect(await opened('dms')).toMatchObject({ put: expect.any(Function) })
})
