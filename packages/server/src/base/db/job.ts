export const queueNames = ['notice', 'delivery', 'digest', 'copy', 'export', 'import', 'webhook'] as const
export type QueueName = (typeof queueNames)[number]

/** What every job carries: whose, and the row it is about. */
export interface JobData {
  firmId: number
  id: string
}

/**
 * A job that is being worked on. What came of it is in the row it is about; the queue is told afterwards, for many
 * jobs at once. A crash between the two brings the job back, and the row says that there is nothing to do.
 */
export interface ClaimedJob {
  data: JobData
}
