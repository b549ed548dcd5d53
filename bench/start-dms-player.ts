import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { cpuSecondsOf } from '../e2e/processor-time.ts'

interface Played {
  port: number
  /** How many documents there are. */
  documents: number
  /** How many requests were answered. */
  requests: number
}

/** The services in a separate process, so that their cost isn't counted as the cost of saving. */
export interface DmsPlayer {
  /** For COURTCRIER_STORE_GATEWAY. */
  url: string
  read: () => Promise<Played>
  cpuSeconds: () => Promise<number>
  stop: () => Promise<void>
}

/** Starts them (`dms-player.ts`). */
export async function startDmsPlayer(): Promise<DmsPlayer> {
  const child = fork(fileURLToPath(new URL('./dms-player.ts', import.meta.url)))
  const answer = async () => {
    const [message] = (await once(child, 'message')) as [Played]
    return message
  }
  const { port } = await answer()
  return {
    url: `http://127.0.0.1:${port}`,
    read() {
      const answered = answer()
      child.send('read')
      return answered
    },
    cpuSeconds: () => cpuSecondsOf(child.pid ?? 0),
    async stop() {
      const ended = once(child, 'exit')
      child.disconnect()
      await ended
    },
  }
}
