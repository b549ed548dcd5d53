import type { FilingStore } from '../filings/filing-store.ts'
import type { ScenarioName } from '../filings/scenarios.ts'
import type { SigningKey } from '../notice/signing.ts'
import { type Sending, type SendOptions, startSending } from './sender.ts'

/** The sendings in progress in one sandbox. */
export interface Sendings {
  start(options: SendOptions, scenario?: ScenarioName): Sending
  /**
   * Starts sending with the sandbox's own settings; one filing if a scenario is given. Undefined if the sandbox has no
   * such settings.
   */
  startDefault(changes: { count?: number; rate?: number; scenario?: ScenarioName }): Sending | undefined
  progress(): ReturnType<Sending['progress']>[]
  stopAll(): Promise<void>
}

export function makeSendings(filings: FilingStore, key: SigningKey, defaults: SendOptions | undefined): Sendings {
  const running = new Set<Sending>()
  const start = (options: SendOptions, scenario?: ScenarioName) => {
    const source = scenario === undefined ? filings : { ...filings, fileNext: () => filings.fileScenario(scenario) }
    const sending = startSending(source, key, options)
    running.add(sending)
    void sending.done.finally(() => running.delete(sending))
    return sending
  }
  return {
    start,
    startDefault: ({ scenario, ...changes }) => {
      if (defaults === undefined) return undefined
      return start({ ...defaults, ...(scenario && { count: 1 }), ...changes }, scenario)
    },
    progress: () => [...running].map((sending) => sending.progress()),
    stopAll: async () => {
      for (const sending of running) sending.stop()
      await Promise.all([...running].map((sending) => sending.done))
    },
  }
}
