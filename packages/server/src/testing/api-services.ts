import { randomBytes } from 'node:crypto'
import { Writable } from 'node:stream'
import { openBlobStore } from '@courtcrier/lib/blob-store.ts'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { pino } from 'pino'
import { type Environment, readConfig } from '../base/config.ts'
import { openChangeFeed } from '../base/db/changes.ts'
import { startJobs } from '../base/db/jobs.ts'
import { makeMetrics } from '../base/metrics.ts'
import type { Services } from '../base/services.ts'
import { makePublicLinks } from '../outbox/public-link.ts'
import { openStores } from '../stores/open-stores.ts'
import { openReusedDatabase } from './database.ts'

/** Opens everything the API needs, for one test file: its own database, blobs in the folder, and a captured log. */
export async function openApiServices(
  folder: string,
  environment: Environment = {},
): Promise<{ services: Services; logged: () => string; close: () => Promise<void> }> {
  const lines: string[] = []
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk))
      done()
    },
  })
  const log = pino({ level: 'trace' }, stream)
  const config = readConfig({ COURTCRIER_DATA: folder, COURTCRIER_URL: 'http://localhost:8420', ...environment })
  const database = await openReusedDatabase()
  const feed = await openChangeFeed(database)
  const jobs = await startJobs(database, { feed, onError: (err) => log.error({ err }), isAlone: true })
  const secrets = makeSecretBox(randomBytes(32))
  const services: Services = {
    config,
    database,
    feed,
    jobs,
    log,
    blobs: await openBlobStore(config.blobFolder),
    secrets,
    publicLinks: makePublicLinks(randomBytes(32)),
    metrics: makeMetrics(),
    stores: openStores({ config, database, secrets, log, feed }),
  }
  const close = async () => {
    await jobs.stop()
    await feed.close()
    await database.close()
  }
  return { services, logged: () => lines.join(''), close }
}
