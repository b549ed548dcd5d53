import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { storeServers } from '@courtcrier/connectors/testing/store-server.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type AgentBench, hurried, keepAt, openAgentBench, type TestAgent, untilThere } from '../testing/agent-bench.ts'
import { openKeptConnectors } from './kept-connectors.ts'
import { readCredentials } from './saved-credentials.ts'

let bench: AgentBench
beforeEach(async () => {
  bench = await openAgentBench()
})
afterEach(() => bench.close())

for (const { from, isMissing, startSftp } of storeServers)
  describe.skipIf(isMissing)(`on a server from ${from}`, () => {
    test('an agent saves by SFTP, and after it was killed there is one file', async () => {
      const home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-agent-sftp-'))
      const server = await startSftp(home)
      onTestFinished(async () => {
        await server.stop()
        await rm(home, { recursive: true, force: true })
      })
      const agent = await bench.enroll('Office')
      const settings = { base_url: `sftp://127.0.0.1:${server.port}`, username: 'courtcrier', password: 'right' }
      await keepAt(agent, { name: 'files', type: 'sftp', settings })
      const host_key = await shownHostKey(agent)
      await keepAt(agent, { name: 'files', type: 'sftp', settings: { ...settings, host_key } })
      const died = agent.startMortal((call, work) => call === 'answer' && work?.operation === 'put')
      await untilThere(bench)
      const { id } = await bench.plantCopy({ driver: 'SFTP' })
      expect(await bench.save(id, hurried)).toMatchObject({ status: 'delayed' })
      await died
      agent.start()
      expect(await bench.saveAtLast(id)).toMatchObject({
        status: 'succeeded',
        sentence: 'Already in the DMS: All/Motion.pdf',
      })
      expect(await readFile(path.join(home, 'All/Motion.pdf'), 'utf8')).toBe('the motion')
    })
  })

async function shownHostKey(agent: TestAgent): Promise<string> {
  const [kept] = await readCredentials(agent.folder)
  if (!kept) throw new Error('nothing is kept')
  const connector = await openKeptConnectors(agent.folder, { debug: () => undefined }).open(kept)
  if ('problem' in connector) throw new Error(connector.sentence)
  const steps = await connector.check()
  return /SHA256:[\w+/]{43}/.exec(steps.map(({ sentence }) => sentence).join(' '))?.[0] ?? ''
}
