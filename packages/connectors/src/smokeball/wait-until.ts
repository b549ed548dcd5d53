import { setTimeout as sleep } from 'node:timers/promises'

/** Looks until there is something; undefined if there isn't after some seconds. */
export type WaitUntil = <T>(look: () => Promise<T | undefined>) => Promise<T | undefined>

/** What Smokeball accepts is done a little later: usual pauses between looks, in milliseconds. */
export const usualPausesMs: readonly number[] = [100, 400, 1_000, 2_000, 3_000]

export function openWaiting(pausesMs: readonly number[]): WaitUntil {
  return async (look) => {
    for (const pause of pausesMs) {
      const found = await look()
      if (found !== undefined) return found
      await sleep(pause)
    }
    return look()
  }
}
