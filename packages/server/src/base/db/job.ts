/**
 * How the jobs of each queue are taken: in order, or passing over those of firms that already have all that they may
 * have of it (`mostOfFirm`), which would be taken only to wait for a turn. A job of such a queue names its firm when it
 * is added, perhaps by a process that takes none.
 */
const taking = {
  notice: 'in order',
  arrival: 'by firm',
  awaited: 'in order',
  chat: 'in order',
  copy: 'by firm',
  delivery: 'by firm',
  digest: 'by firm',
  export: 'in order',
  import: 'in order',
  ocr: 'in order',
  scan: 'in order',
  stamp: 'in order',
  text: 'in order',
  title: 'in order',
  webhook: 'in order',
} as const satisfies Readonly<Record<string, 'in order' | 'by firm'>>

export type QueueName = keyof typeof taking

export const queueNames = Object.keys(taking) as readonly QueueName[]

export function isTakenByFirm(queue: QueueName): boolean {
  return taking[queue] === 'by firm'
}

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
