import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { openBlobStore } from '@courtcrier/lib/blob-store.ts'
import { makeSecretBox } from '@courtcrier/lib/secret-box.ts'
import { pino } from 'pino'
import { createFirm } from '../auth/create-firm.ts'
import { makePasswords } from '../auth/passwords.ts'
import { type Environment, readConfig } from '../base/config.ts'
import { openChangeFeed } from '../base/db/changes.ts'
import { startJobs } from '../base/db/jobs.ts'
import { makeMetrics } from '../base/metrics.ts'
import type { Services } from '../base/services.ts'
import { makePublicLinks } from '../outbox/public-link.ts'
import { openStores } from '../stores/open-stores.ts'
import { openReusedDatabase } from './database.ts'

export interface TestServices {
  services: Services
  /** A temporary folder, removed on close. */
  folder: string
  close: () => Promise<void>
}

export interface TestServicesOptions {
  environment?: Environment
  /** The addresses of firm 1, firm 2 and so on. */
  firms?: readonly (readonly string[])[]
}

/** Opens services over a new database and folder, with firms that receive mail. Close them when done. */
export async function openTestServices({
  environment = {},
  firms = [['*@one.example'], ['*@two.example']],
}: TestServicesOptions = {}): Promise<TestServices> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-test-'))
  const config = readConfig({ COURTCRIER_DATA: folder, COURTCRIER_SMTP_PORT: '0', ...environment })
  const database = await openReusedDatabase()
  const feed = await openChangeFeed(database)
  const errors: unknown[] = []
  const jobs = await startJobs(database, { feed, onError: (error) => errors.push(error), isAlone: true })
  const secrets = makeSecretBox(randomBytes(32))
  const log = pino({ level: 'silent' })
  const services: Services = {
    config,
    database,
    feed,
    jobs,
    blobs: await openBlobStore(config.blobFolder),
    secrets,
    publicLinks: makePublicLinks(randomBytes(32)),
    log,
    metrics: makeMetrics(),
    stores: openStores({ config, database, secrets, log, feed }),
  }
  for (const [index, incomingEmailAddresses] of firms.entries()) {
    await makeFirm(services, index + 1, incomingEmailAddresses)
  }
  const close = async () => {
    await jobs.stop()
    await feed.close()
    await database.close()
    await rm(folder, { recursive: true, force: true })
    if (errors.length > 0) throw new AggregateError(errors, 'a job failed')
  }
  return { services, folder, close }
}

async function makeFirm(services: Services, number: number, incomingEmailAddresses: readonly string[]): Promise<void> {
  await createFirm(
    // A fast argon2; no one signs in here.
    { ...services, passwords: makePasswords({ memory: 64, passes: 1 }) },
    {
      name: `Firm ${number}`,
      hostNames: [`firm${number}.example`],
      adminEmail: `admin@firm${number}.example`,
      adminPassword: 'correct horse 1',
      incomingEmailAddresses,
    },
  )
}
