import type { LinkVerdict, NoticeLink } from '@courtcrier/contract/notice.ts'
import type { TitleReading } from '../courts/titles/find-title.ts'
import type { PdfStamps } from './pdf-stamps.ts'

/** The result for one document. Documents that only the court's menu lists follow those of the notice. */
export interface RetrievedDocument {
  /** 0 for the main document. */
  index: number
  /** `retry` needs another run later; everything else is final. */
  verdict: LinkVerdict | 'retry'
  /** Why, for display. */
  sentence: string
  /**
   * Name of the blob. A broken document also has one if the court sent anything, because it may be useful to a person.
   */
  blob?: string
  /** In bytes. */
  size?: number
  pages?: number
  /** What courts stamped on it; absent if it couldn't be read. */
  stamps?: PdfStamps
  /** The title it gives itself; absent if it couldn't be read. */
  ownTitle?: TitleReading
  linkUsed?: NoticeLink
  /** From the court's menu. */
  description?: string
}

export interface Together<T> {
  items: readonly T[]
  /** How many at once. */
  width: number
  retrieve: (item: T) => Promise<RetrievedDocument>
}

/**
 * Retrieves the documents of a filing, a few at a time. Returns them in the order of the items. After two temporary
 * failures in a row the court is having trouble, and whatever hasn't started waits for the next run.
 */
export async function retrieveTogether<T extends { index: number }>(work: Together<T>): Promise<RetrievedDocument[]> {
  const done = new Map<T, RetrievedDocument>()
  const left = [...work.items]
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      done.set(item, whyNotNow([...done.values()], item) ?? (await work.retrieve(item)))
    }
  }
  await Promise.all(Array.from({ length: Math.min(work.width, left.length) }, lane))
  return work.items.map((item) => done.get(item)).filter((document) => document !== undefined)
}

function whyNotNow(done: readonly RetrievedDocument[], { index }: { index: number }): RetrievedDocument | undefined {
  const last = done.slice(-2)
  const isDown = last.length === 2 && last.every(({ verdict }) => verdict === 'retry')
  return isDown ? { index, verdict: 'retry', sentence: last[1]?.sentence ?? '' } : undefined
}
