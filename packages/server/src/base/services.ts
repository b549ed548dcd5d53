import type { FolderBlobStore } from '@courtcrier/lib/blob-store.ts'
import type { SealingBox } from '@courtcrier/lib/secret-box.ts'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { ChangeFeed } from './db/changes.ts'
import type { Database } from './db/database.ts'
import type { JobQueue } from './db/jobs.ts'
import type { Metrics } from './metrics.ts'

/**
 * Everything main.ts opens once and passes on; functions take only the parts they use. Higher layers declare their
 * additions where they create them.
 */
export interface Services {
  config: Config
  database: Database
  blobs: FolderBlobStore
  jobs: JobQueue
  feed: ChangeFeed
  secrets: SealingBox
  log: Logger
  metrics: Metrics
}
