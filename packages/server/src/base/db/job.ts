export const queueNames = [
  'notice',
  'arrival',
  'awaited',
  'chat',
  'delivery',
  'digest',
  'copy',
  'export',
  'import',
  'ocr',
  'scan',
  'stamp',
  'text',
  'title',
  'webhook',
] as const
export type QueueName = (typeof queueNames)[number]

/** Queues whose work is taken by firm (`mostOfFirm`): one firm's would otherwise be taken only to wait for a turn. */
export const queuesByFirm: ReadonlySet<QueueName> = new Set<QueueName>(['copy', 'delivery', 'digest'])

/** The data of every job: the firm, and the row it is about. */
export interface JobData {
  firmId: number
  id: string
}

/**
 * A job being processed. Its result is in the row it is about; the queue is updated afterward, for many jobs at once.
 * A crash between the two brings the job back, and the row shows that there is nothing to do.
 */
export interface ClaimedJob {
  data: JobData
  /** Gives its slot to another job, for one that has waited long for something slow. A queue allows that to some. */
  stepAside?: () => void
}
