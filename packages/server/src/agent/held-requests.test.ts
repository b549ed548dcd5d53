import { createHash } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { AgentWork } from '@courtcrier/contract/calls/agent-work.ts'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepAt } from '../testing/agent-bench.ts'
import type { AgentCalls } from './agent-calls.ts'
import { openAgentFolder } from './agent-folder.ts'
import { runAgent } from './run-agent.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-held-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const content = Buffer.from('the motion')

function workNamed(id: string): AgentWork {
  const sha256 = createHash('sha256').update(content).digest('hex')
  return {
    ...{ id, owner: 'o', operation: 'put', credential: 'files', kind: 'generic_credential', driver: 'FILE_SYSTEM' },
    ...{ remainingMs: 600_000, path: `${id}.pdf`, mayMake: null },
    file: { idempotencyKey: id, attempt: 1, sha256, size: content.length, properties: {} },
  }
}

/** A server that gives four documents at once, and more when the test says so. Documents arrive when let go. */
function openServer() {
  const first = ['1', '2', '3', '4'].map(workNamed)
  const asked: { busy: readonly string[]; give: (work: AgentWork | null) => void }[] = []
  const held: (() => void)[] = []
  const answered: string[] = []
  const calls: AgentCalls = {
    take: ({ busy = [] }, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<AgentWork | null>()
      signal.addEventListener('abort', () => reject(signal.reason))
      asked.push({ busy, give: resolve })
      const work = first.shift()
      if (work) resolve(work)
      return promise
    },
    prolong: async ({ remainingMs }) => remainingMs,
    document: async () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held.push(resolve)
      await promise
      return (async function* () {
        yield content
      })()
    },
    answer: async ({ id }) => void answered.push(id),
  }
  return { calls, asked, held, answered }
}

test('a held request that leaves a credential out is followed by another once that is free, and what either brings is done', async () => {
  const folder = await openAgentFolder(path.join(home, 'agent'))
  await keepAt({ folder }, { name: 'files', type: 'folder', settings: { folder_id: home } })
  const { calls, asked, held, answered } = openServer()
  const control = new AbortController()
  const running = runAgent({ folder, calls, log: pino({ level: 'silent' }), stop: control.signal })
  await vi.waitFor(() => expect([asked.length, held.length]).toEqual([5, 4]), 60_000)
  expect(asked.at(-1)?.busy).toEqual(['files'])
  held.shift()?.()
  await vi.waitFor(() => expect(asked).toHaveLength(6), 60_000)
  expect(asked.at(-1)?.busy).toEqual([])
  asked[4]?.give(workNamed('5'))
  asked[5]?.give(workNamed('6'))
  await vi.waitFor(() => expect(held).toHaveLength(5), 60_000)
  for (const go of held) go()
  await vi.waitFor(() => expect(answered.toSorted()).toEqual(['1', '2', '3', '4', '5', '6']), 60_000)
  control.abort()
  await running
  expect((await readdir(home)).filter((name) => name.endsWith('.pdf'))).toHaveLength(6)
})
