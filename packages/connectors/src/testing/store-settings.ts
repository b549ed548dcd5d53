import { pino } from 'pino'
import { usualPace } from '@courtcrier/lib/pace.ts'
import type { PlaceSettings, Ways } from '../connector-kind.ts'
import { openDial } from '../ways/dial.ts'
import { openStoreAddresses } from '../ways/store-address.ts'
import { openStoreHttp } from '../ways/store-http.ts'

/** Returns the connectors' access to the network, limited to servers on this machine. */
export function testWays(pace = usualPace): Ways {
  const addresses = openStoreAddresses(['loopback'])
  const http = openStoreHttp({ addresses, log: pino({ level: 'silent' }), pace, idleMs: 10_000 })
  return { storageFolder: '/nowhere', http, dial: openDial(addresses), pace }
}

/** Returns a credential's settings with only these filled in. */
export function settingsWith(given: Partial<PlaceSettings>): PlaceSettings {
  return {
    baseUrl: null,
    region: null,
    database: null,
    folderId: null,
    username: null,
    password: null,
    apiKey: null,
    apiSecret: null,
    hostKey: null,
    signIn: null,
    token: null,
    privateKey: null,
    passphrase: null,
    ...given,
  }
}
