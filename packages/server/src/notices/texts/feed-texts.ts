import { sql } from 'kysely'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import type { JobData, QueueName } from '../../base/db/job.ts'
import type { Services } from '../../base/services.ts'
import type { Unread } from './text-row.ts'

const everyMs = 10_000
/** Jobs a queue gets at a time, so that new documents don't wait behind all those of an upgrade. */
const mostQueued = 300

const stages: readonly { queue: QueueName; status: Unread }[] = [
  { queue: 'text', status: 'waiting' },
  { queue: 'ocr', status: 'pictured' },
]

type FeedServices = Pick<Services, 'database' | 'jobs' | 'log'>

/**
 * Queues the documents whose text is still to be read, new ones and those that were there before an upgrade. The
 * transactions that write documents needn't: no one waits for a text by the second.
 */
export function startFeedingTexts(services: FeedServices): () => Promise<void> {
  let running: Promise<unknown> = Promise.resolve()
  const feed = () => {
    running = running
      .then(() => feedTexts(services))
      .catch((error: unknown) => services.log.error({ err: error }, 'documents could not be queued for reading'))
  }
  const timer = setInterval(feed, everyMs)
  feed()
  return async () => {
    clearInterval(timer)
    await running
  }
}

/** Queues once, the newest documents first. Returns how many. */
export async function feedTexts({ database, jobs }: FeedServices): Promise<number> {
  let count = 0
  for (const { queue, status } of stages) {
    const unread = await findUnread(database, status)
    if (unread.length === 0) continue
    const known = await jobs.knownIds(queue)
    const missing = known.size < mostQueued ? unread.filter(({ id }) => !known.has(id)) : []
    for (const [firmId, group] of Map.groupBy(missing, (job) => job.firmId))
      await withFirm(database, firmId, (trx) => jobs.enqueue(trx, queue, group))
    count += missing.length
  }
  return count
}

async function findUnread(database: Services['database'], status: Unread): Promise<readonly JobData[]> {
  return withSystem(database, async (trx) => {
    const { rows } = await sql<JobData>`
      select firm_id as "firmId", document_id as id from document_texts
      where status = ${sql.lit(status)} order by document_id desc limit ${mostQueued}`.execute(trx)
    return rows
  })
}
