import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { ChangeFeed } from './db/changes.ts'
import type { Database } from './db/database.ts'
import type { JobQueue } from './db/jobs.ts'
import type { FolderBlobStore } from './lib/blob-store.ts'
import type { SealingBox } from './lib/secret-box.ts'
import type { Metrics } from './metrics.ts'

/**
 * What main.ts opens once and hands to whoever needs a part of it; functions ask for the parts they use. What a floor
 * above adds is declared where it is made.
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
