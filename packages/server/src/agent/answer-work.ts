import { setTimeout as sleep } from 'node:timers/promises'
import type { AgentResult, AgentWork } from '@courtcrier/contract/calls/agent-work.ts'
import type { Logger } from 'pino'
import { type AgentCalls, CallRefusedError } from './agent-calls.ts'
import { sendableResult } from './sendable-result.ts'

interface Answering {
  calls: Pick<AgentCalls, 'answer'>
  result: AgentResult
  log: Pick<Logger, 'error'>
  /** Whether the work is no longer the agent's. */
  isOver: () => boolean
}

/** Between attempts to answer, in milliseconds. */
const againMs = 1000

/** Answers work while it is the agent's. What the server refuses as invalid is said again, in a sentence of our own. */
export async function answerWork(work: AgentWork, { calls, result, log, isOver }: Answering): Promise<void> {
  let said = sendableResult(result)
  for (;;) {
    try {
      return await calls.answer(work, said)
    } catch (error) {
      const status = error instanceof CallRefusedError ? error.status : undefined
      if (isOver()) throw error
      if (status === 400 && said !== refused) {
        log.error({ err: error, work: work.id }, 'the server refused an answer; only that there was one is sent')
        said = refused
      } else if (status === undefined || status >= 500 || mayPass.has(status)) await sleep(againMs)
      else throw error
    }
  }
}

/** Too slow, and too many requests: the next one may be taken. */
const mayPass = new Set([408, 429])

const refused: AgentResult = {
  problem: 'transient',
  sentence: "The server refused the agent's answer. The agent's log has the details.",
}
