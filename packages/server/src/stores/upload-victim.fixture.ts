import { createHash } from 'node:crypto'
import { byApplication, openBox } from '@courtcrier/connectors/box/index.ts'
import { openClio } from '@courtcrier/connectors/clio/index.ts'
import type { Connector, FileToStore } from '@courtcrier/connectors/connector.ts'
import type { StorePlace, Ways } from '@courtcrier/connectors/connector-kind.ts'
import { openDropbox } from '@courtcrier/connectors/dropbox/index.ts'
import { openFilevine } from '@courtcrier/connectors/filevine/index.ts'
import { openSharePoint } from '@courtcrier/connectors/sharepoint/index.ts'
import { openSmokeball } from '@courtcrier/connectors/smokeball/index.ts'
import { openMemoryWays } from '@courtcrier/connectors/testing/memory-ways.ts'
import { settingsWith, testWays } from '@courtcrier/connectors/testing/store-settings.ts'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { openDatabase } from '../base/db/database.ts'
import { openStoreUploads } from './store-uploads.ts'

/**
 * A program for the test of killed uploads: saves one file with the server's own record of uploads, and prints the
 * result, if it gets that far. Argument: a `Victim` as JSON.
 */
export interface Victim {
  service: string
  /** Where all hosts of the service are. */
  base: string
  /** The database's address. */
  url: string
  credentialId: string
  settings: Parameters<typeof settingsWith>[0]
  path: string
  megabytes: number
  attempt: number
}

type Open = (place: StorePlace, ways: Ways, base: string) => Connector

const services: Readonly<Record<string, Open>> = {
  box: (place, ways, base) => openBox(place, ways, { sign: byApplication, hosts: { api: base, upload: base } }),
  clio: (place, ways, base) => openClio(place, ways, base),
  sharepoint: (place, ways, base) => openSharePoint(place, ways, { login: base, graph: base }),
  dropbox: (place, ways, base) => openDropbox(place, ways, { api: base, content: base }),
  filevine: (place, ways, base) =>
    openFilevine(place, ways, {
      kind: 'gateway',
      api: `${base}/fv-app/v2`,
      identity: base,
      app: 'https://app.filevine.example',
      region: 'filevine.example',
    }),
  smokeball: (place, ways, base) => openSmokeball(place, ways, { hosts: { api: base, auth: base } }),
}

/** Every megabyte differs, so that parts in a wrong order, or twice, show. */
export function victimFile({ path, megabytes, attempt }: Pick<Victim, 'path' | 'megabytes' | 'attempt'>): FileToStore {
  const open = function* () {
    for (let n = 0; n < megabytes; n++) yield Buffer.alloc(1_000_000, `megabyte ${n} `)
  }
  const hash = createHash('sha256')
  for (const chunk of open()) hash.update(chunk)
  const size = megabytes * 1_000_000
  return { path, idempotencyKey: '1:copy', attempt, sha256: hash.digest('hex'), size, open, properties: {} }
}

async function save({ service, base, url, credentialId, settings, ...file }: Victim): Promise<object> {
  const database = await openDatabase({ url, connections: 2 })
  const memory = openMemoryWays()
  memory.refreshTokens.set(credentialId, 'first')
  const uploads = openStoreUploads({ database, secrets: makeSecretBox(Buffer.alloc(32, 8)) })
  const place: StorePlace = { firmId: 1, credentialId, settings: settingsWith(settings) }
  const connector = services[service]?.(place, { ...testWays(), ...memory, uploads }, base)
  if (!connector) throw new Error(`There is no service ${service} here.`)
  const ready = await connector.ensureFolder(file.path.slice(0, file.path.lastIndexOf('/')))
  const result = 'problem' in ready ? ready : await connector.put(victimFile(file))
  await database.close()
  return result
}

const [argument] = process.argv.slice(2)
if (argument?.startsWith('{')) {
  const result = await save(JSON.parse(argument))
  process.stdout.write(`${JSON.stringify(result)}\n`, () => process.exit())
}
