import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type AgentResult, type AgentWork, agentResult } from '@courtcrier/contract/calls/agent-work.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { keepAt, openAgentBench, untilThere } from '../testing/agent-bench.ts'
import { CallRefusedError } from './agent-calls.ts'
import { answerWork } from './answer-work.ts'
import { sendableResult } from './sendable-result.ts'

const work = { id: 'w', owner: 'o' } as AgentWork

/** Answers work to a server that refuses with these statuses first; returns every answer that it received. */
async function answered(result: AgentResult, ...statuses: number[]): Promise<AgentResult[]> {
  const told: AgentResult[] = []
  const answer = async (_: AgentWork, said: AgentResult) => {
    told.push(said)
    const status = statuses.shift()
    if (status !== undefined) throw new CallRefusedError(status, 'Refused.')
  }
  await answerWork(work, { calls: { answer }, result, log: { error: vi.fn() }, isOver: () => false })
  return told
}

test('an answer that the server refuses as invalid is said again in other words', async () => {
  expect(await answered({ made: true }, 400)).toEqual([
    { made: true },
    { problem: 'transient', sentence: "The server refused the agent's answer. The agent's log has the details." },
  ])
  await expect(answered({ made: true }, 400, 400)).rejects.toThrow('Refused.')
})

test.each([408, 429, 500, 503])('an answer that meets %i is said again', async (status) => {
  expect(await answered({ made: true }, status)).toEqual([{ made: true }, { made: true }])
})

test.each([401, 404])('an answer that meets %i is final', async (status) => {
  await expect(answered({ made: true }, status)).rejects.toThrow('Refused.')
})

const long = '🏛'.repeat(1500)

test.each<[string, AgentResult, AgentResult]>([
  ['a pause of a fraction', { retryAfterMs: 1234.5 }, { retryAfterMs: 1235 }],
  ['a pause without end', { retryAfterMs: Number.POSITIVE_INFINITY }, { retryAfterMs: 86_400_000 }],
  ['a pause that is no number', { retryAfterMs: Number.NaN }, {}],
  ['a pause that is over', { retryAfterMs: -5 }, { retryAfterMs: 0 }],
  ['zeros and half characters', { sentence: 'a\0b\ud83c' }, { sentence: 'ab\ufffd' }],
  ['a long sentence', { sentence: `x${long}` }, { sentence: `x${'🏛'.repeat(999)}\ufffd` }],
  ['a long remark', { wasThere: true, remark: long }, { wasThere: true, remark: '🏛'.repeat(1000) }],
  ['a long link', { wasThere: true, link: `https://dms/${'x'.repeat(4000)}` }, { wasThere: true }],
  [
    'a long step',
    { steps: [{ step: 'connect', state: 'failed', sentence: long }] },
    { steps: [{ step: 'connect', state: 'failed', sentence: '🏛'.repeat(1000) }] },
  ],
])('%s becomes an answer that the server takes', (_, result, sendable) => {
  expect(sendableResult(result)).toEqual(sendable)
  expect(z.parse(agentResult, sendableResult(result))).toEqual(sendable)
  expect(JSON.stringify(sendableResult(result)).isWellFormed()).toBe(true)
})

test('the server is told for how long a DMS that is busy is left alone', async () => {
  const dms = http.createServer((_, response) => response.writeHead(429, { 'retry-after': '30' }).end()).listen(0)
  const bench = await openAgentBench()
  onTestFinished(async () => {
    await bench.close()
    dms.close()
  })
  const agent = await bench.enroll('Office')
  const base_url = `http://127.0.0.1:${(dms.address() as AddressInfo).port}`
  await keepAt(agent, { name: 'files', type: 'webdav', settings: { base_url, username: 'svc', password: 'p' } })
  agent.start()
  await untilThere(bench)
  const { id } = await bench.plantCopy({ driver: 'WEBDAV' })
  expect(await bench.save(id)).toMatchObject({ status: 'delayed', sentence: expect.stringContaining('(429)') })
  // The agent doesn't ask again, and what is left of the pause is no whole number of milliseconds.
  expect(await bench.save(id)).toMatchObject({ sentence: expect.stringContaining("isn't contacted until") })
})
