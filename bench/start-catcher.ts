import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf } from '../e2e/processor-time.ts'
import type { CaughtMail } from './mail-catcher.ts'

/** A mail server in a process of its own, so that what it costs is not taken for the cost of sending. */
export interface Catcher {
  /** For COURTCRIER_SMTP_OUT. */
  url: string
  count: () => Promise<number>
  /** All that it took so far. */
  mails: () => Promise<readonly CaughtMail[]>
  /** Seconds of processor time so far. */
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

interface Answer {
  port: number
  count: number
  mails: readonly CaughtMail[]
}

export async function startCatcher(): Promise<Catcher> {
  const child = fork(fileURLToPath(new URL('./mail-catcher.ts', import.meta.url)))
  const answer = async () => {
    const [message] = (await once(child, 'message')) as [Answer]
    return message
  }
  const ask = (question: 'count' | 'mails') => {
    const answered = answer()
    child.send(question)
    return answered
  }
  const { port } = await answer()
  return {
    url: `smtp://127.0.0.1:${port}`,
    count: async () => (await ask('count')).count,
    mails: async () => (await ask('mails')).mails,
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    stop: async () => {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
