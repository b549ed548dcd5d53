import type { FilingStore } from '../filings/filing-store.ts'
import type { SigningKey } from '../notice/signing.ts'
import { type Sending, type SendOptions, startSending } from './sender.ts'

/** The sendings under way in one sandbox. */
export interface Sendings {
  start(options: SendOptions): Sending
  /** Starts with the sandbox's own settings. Undefined when it was started without any. */
  startDefault(changes: { count?: number; rate?: number }): Sending | undefined
  progress(): ReturnType<Sending['progress']>[]
  stopAll(): Promise<void>
}

export function makeSendings(filings: FilingStore, key: SigningKey, defaults: SendOptions | undefined): Sendings {
  const running = new Set<Sending>()
  const start = (options: SendOptions) => {
    const sending = startSending(filings, key, options)
    running.add(sending)
    void sending.done.finally(() => running.delete(sending))
    return sending
  }
  return {
    start,
    startDefault: (changes) => (defaults === undefined ? undefined : start({ ...defaults, ...changes })),
    progress: () => [...running].map((sending) => sending.progress()),
    stopAll: async () => {
      for (const sending of running) sending.stop()
      await Promise.all([...running].map((sending) => sending.done))
    },
  }
}
