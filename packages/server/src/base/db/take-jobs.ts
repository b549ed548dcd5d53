import type { Job, PgBoss } from 'pg-boss'
import type { JobData, QueueName } from './job.ts'

/** Takes a queue's jobs in order, passing over those of firms that already use all the slots they may. */
export interface JobTaker {
  /**
   * Returns up to `free` jobs. `isCut` means that fewer were asked for, so that no firm got more than it may use, and
   * that another query may find more.
   */
  take: (free: number) => Promise<{ jobs: Job<JobData>[]; isMore: boolean; isCut: boolean }>
  /** To be called when a job has ended. Returns true if jobs of its firm may have been passed over until now. */
  ended: (job: Job<JobData>) => boolean
}

/** The name of a firm's jobs in the queue, by which it can pass over them. */
export function groupOf(firmId: number): string {
  return String(firmId)
}

/** How long a search past the jobs of other firms isn't repeated if it found none, in milliseconds. */
const passedOverMs = 250

/** Without `mostOfFirm`, a firm may use every slot. */
export function openJobTaker(boss: PgBoss, queue: QueueName, mostOfFirm = Number.POSITIVE_INFINITY): JobTaker {
  const running = new Map<number, number>()
  let nothingElseUntil = 0
  return {
    take: async (free) => {
      const full = [...running].filter(([, count]) => count >= mostOfFirm).map(([firmId]) => groupOf(firmId))
      // It reads everything these firms have waiting.
      if (full.length > 0 && performance.now() < nothingElseUntil) return { jobs: [], isMore: false, isCut: false }
      const most = mostOfFirm - Math.max(0, ...[...running.values()].filter((count) => count < mostOfFirm))
      const batchSize = Math.min(free, most)
      const jobs = await boss.fetch<JobData>(queue, {
        batchSize,
        ...(full.length > 0 ? { ignoreGroups: full } : {}),
      })
      for (const { data } of jobs) running.set(data.firmId, (running.get(data.firmId) ?? 0) + 1)
      if (full.length > 0 && jobs.length === 0) nothingElseUntil = performance.now() + passedOverMs
      const isMore = jobs.length === batchSize
      return { jobs, isMore, isCut: isMore && batchSize < free }
    },
    ended: ({ data: { firmId } }) => {
      const count = running.get(firmId) ?? 0
      if (count > 1) running.set(firmId, count - 1)
      else running.delete(firmId)
      return count >= mostOfFirm
    },
  }
}
