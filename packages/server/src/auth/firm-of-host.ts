import type { ChangeFeed } from '../base/db/changes.ts'
import type { Database } from '../base/db/database.ts'
import { type FirmHosts, readFirmHosts } from '../base/firm-url.ts'
import { formerWhileBusy } from './while-busy.ts'

export interface FirmFinder {
  /** Returns the firm named by a request's Host header; with only one firm, any host is that firm's. */
  find: (host: string | undefined) => Promise<number | undefined>
  close: () => void
}

/** Firms change rarely, and changes are announced; this covers a lost announcement. In milliseconds. */
const rememberMs = 5000

export function openFirmFinder(deps: { database: Database; feed: ChangeFeed; now: () => Date }): FirmFinder {
  let remembered: { until: number; firms: Promise<readonly FirmHosts[]> } | undefined
  const unsubscribe = deps.feed.subscribe(({ entity }) => {
    if (entity === 'firm') remembered = undefined
  })
  const load = () => {
    const time = deps.now().getTime()
    if (remembered && remembered.until > time) return remembered.firms
    const firms = formerWhileBusy(deps.database, readFirmHosts(deps.database), remembered?.firms)
    const made = { until: time + rememberMs, firms }
    remembered = made
    firms.catch(() => {
      if (remembered === made) remembered = undefined
    })
    return firms
  }
  return {
    find: async (host) => {
      const firms = await load()
      if (firms.length === 1) return firms[0]?.id
      const name = hostName(host ?? '')
      return firms.find((firm) => firm.hostNames.some((own) => hostName(own) === name))?.id
    },
    close: unsubscribe,
  }
}

/** Returns the host in lower case, without port and trailing dot. */
export function hostName(host: string): string {
  return host.trim().toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}
