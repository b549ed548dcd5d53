import type { SlowCall } from '../../session/call-log.ts'

/** The key of the sentence that says where a call spent its time. */
export type SlowReason = 'server' | 'network' | 'unknown'

/** Returns who took the time: the server, if it took more than half of it. */
export function reasonOf({ ms, serverMs }: Pick<SlowCall, 'ms' | 'serverMs'>): SlowReason {
  if (serverMs === undefined) return 'unknown'
  return serverMs * 2 >= ms ? 'server' : 'network'
}

export interface SlowPath {
  /** `GET /api/v1/case/search` */
  call: string
  count: number
  medianMs: number
  longestMs: number
}

/** Groups calls of the same kind, most often slow first. IDs in an address don't distinguish kinds. */
export function groupCalls(calls: readonly SlowCall[]): SlowPath[] {
  const groups = Map.groupBy(calls, ({ method, path }) => `${method} ${withoutIds(path)}`)
  return [...groups]
    .map(([call, found]) => {
      const times = found.map(({ ms }) => ms).toSorted((a, b) => a - b)
      return {
        call,
        count: found.length,
        medianMs: times[Math.floor(times.length / 2)] ?? 0,
        longestMs: times.at(-1) ?? 0,
      }
    })
    .toSorted((a, b) => b.count - a.count || b.longestMs - a.longestMs)
}

function withoutIds(path: string): string {
  return path.replace(/\/[0-9a-f]{8}-[0-9a-f-]{27}(?=\/|$)/gi, '/{id}')
}
