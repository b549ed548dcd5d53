import { usualPace } from '@courtcrier/lib/pace.ts'
import { pino } from 'pino'
import { isLongRun } from '../../../server/src/testing/long-run.ts'
import { noSettings, type PlaceSettings, type Ways } from '../connector-kind.ts'
import { openDial } from '../ways/dial.ts'
import type { LimitClock } from '../ways/request-limits.ts'
import { openStoreAddresses } from '../ways/store-address.ts'
import { openStoreHttp } from '../ways/store-http.ts'
import { openMemoryWays } from './memory-ways.ts'

/** Returns the connectors' access to the network, limited to servers on this machine. */
export function testWays(pace = usualPace, idleMs = 10_000, clock?: LimitClock): Ways {
  const addresses = openStoreAddresses(['loopback'])
  const http = openStoreHttp({ addresses, log: pino({ level: 'silent' }), pace, idleMs, clock })
  return { storageFolder: '/nowhere', http, dial: openDial(addresses), pace, ...openMemoryWays() }
}

/** Returns a credential's settings with only these filled in. */
export function settingsWith(given: Partial<PlaceSettings>): PlaceSettings {
  return { ...noSettings, ...given }
}

/**
 * Of the ways to sign in to one service, those whose whole suite runs: what differs between them is the sign-in, which
 * `describeFaults` tries with each.
 */
export function wholeSuiteOf<T>(ways: readonly T[]): readonly T[] {
  return isLongRun ? ways : ways.slice(0, 1)
}
