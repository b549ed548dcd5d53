import { createHash, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import type { Connector } from '../packages/connectors/src/connector.ts'
import { noSettings } from '../packages/connectors/src/connector-kind.ts'
import { findConnectorKind } from '../packages/connectors/src/registry.ts'
import { openMemoryWays } from '../packages/connectors/src/testing/memory-ways.ts'
import { openDial } from '../packages/connectors/src/ways/dial.ts'
import { openStoreAddresses } from '../packages/connectors/src/ways/store-address.ts'
import { openStoreHttp } from '../packages/connectors/src/ways/store-http.ts'
import { openKeyedLimiter } from '../packages/lib/src/keyed-limiter.ts'
import { usualPace } from '../packages/lib/src/pace.ts'
import { dmsAccounts } from '../packages/server/src/demo/dms/dms-service.ts'
import { benchKinds } from './dms-credentials.ts'

/** Credentials of each kind: as many as three workers have together. */
const credentialsOfKind = 24
const documentsOfFolder = 15
const bytesOfDocument = 45_000

/**
 * Measures the least that saving costs: the connectors alone, which save as many documents at a time, for one credential
 * after the other as the workers do.
 */
export async function measureServiceFloor(
  gateway: string,
  { together, count }: { together: number; count: number },
): Promise<number> {
  const connectors = await openConnectors(gateway)
  const limiter = openKeyedLimiter(together)
  const start = performance.now()
  await Promise.all(Array.from({ length: count }, (_, n) => limiter.run('', () => saveOne(connectors, n))))
  return count / ((performance.now() - start) / 1000)
}

async function openConnectors(gateway: string): Promise<readonly Connector[]> {
  const addresses = openStoreAddresses(['loopback'])
  const log = pino({ level: 'silent' })
  const ways = {
    ...{ storageFolder: '/nowhere', dial: openDial(addresses), pace: usualPace },
    http: openStoreHttp({ addresses, log, pace: usualPace, gateway }),
    ...openMemoryWays(),
  }
  const opened: Connector[] = []
  for (let n = 0; n < credentialsOfKind; n++)
    for (const { resource, settings } of benchKinds) {
      const credentialId = `${resource.name} ${n}`
      ways.refreshTokens.set(credentialId, dmsAccounts.clio.refreshToken)
      const kind = findConnectorKind({ kind: resource.name, driver: null })
      if (!kind) throw new Error(`there is no connector for ${resource.name}`)
      const place = { firmId: 1, credentialId, settings: { ...noSettings, ...settings(0, n) } }
      opened.push(await kind.open(place, ways))
    }
  return opened
}

async function saveOne(connectors: readonly Connector[], n: number): Promise<void> {
  const credential = n % connectors.length
  const connector = connectors[credential]
  const path = `floor-${credential}-${Math.floor(n / connectors.length / documentsOfFolder)}/Filings`
  const bytes = randomBytes(bytesOfDocument)
  await connector?.ensureFolder(path)
  const result = await connector?.put({
    ...{ path: `${path}/${n}.pdf`, idempotencyKey: `floor:${n}`, attempt: 1, properties: {} },
    ...{ sha256: createHash('sha256').update(bytes).digest('hex'), size: bytes.byteLength, open: () => [bytes] },
  })
  if (!result || 'problem' in result) throw new Error(result?.sentence ?? 'no connector')
}
