import { setTimeout } from 'node:timers/promises'
import { isDatabaseAway } from './away.ts'

/** A question about a row. Two questions about the same row are never in the same batch. */
export interface AboutRow {
  id: string
}

interface OpenQuestion<Question extends AboutRow, Answer> {
  asked: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

interface Queue<Question extends AboutRow, Answer> {
  waiting: OpenQuestion<Question, Answer>[]
  isBusy: boolean
  /** When the last batch ended, by `performance.now()`. */
  endedAt: number
}

/** More in one transaction would hold its locks too long. */
const mostAtOnce = 32
/** For this long after a batch, in milliseconds, more questions are likely. */
const busyMs = 50
/** How long to wait for them, in milliseconds: too long for work that a client outside is waiting for. */
const patientMs = 30

/**
 * Answers questions from many callers in one transaction, separately for each firm. Questions asked while a batch runs,
 * and under load also within a few milliseconds after it, form the next batch: under load one statement and one sync to
 * disk serve many, and a single caller never waits. `run` returns the answers in the order of the questions. If a batch
 * fails, each of its questions is run again alone, so that one failing question doesn't fail the others; `run` must
 * therefore be repeatable. If the database is unavailable, the whole batch fails.
 */
export function inBatches<Context extends object, Question extends AboutRow, Answer>(
  run: (context: Context, firmId: number, asked: readonly Question[]) => Promise<readonly Answer[]>,
  { gatherMs = patientMs }: { gatherMs?: number } = {},
): (context: Context, firmId: number, asked: Question) => Promise<Answer> {
  const queues = new WeakMap<Context, Map<number, Queue<Question, Answer>>>()
  const queueOf = (context: Context, firmId: number) => {
    const ofContext = queues.get(context) ?? new Map<number, Queue<Question, Answer>>()
    queues.set(context, ofContext)
    const queue = ofContext.get(firmId) ?? { waiting: [], isBusy: false, endedAt: Number.NEGATIVE_INFINITY }
    ofContext.set(firmId, queue)
    return queue
  }
  return (context, firmId, asked) =>
    new Promise((resolve, reject) => {
      const queue = queueOf(context, firmId)
      queue.waiting.push({ asked, resolve, reject })
      if (!queue.isBusy) void drain(queue, { gatherMs, run: (batch) => run(context, firmId, batch) })
    })
}

async function drain<Question extends AboutRow, Answer>(
  queue: Queue<Question, Answer>,
  { run, gatherMs }: { run: (asked: readonly Question[]) => Promise<readonly Answer[]>; gatherMs: number },
): Promise<void> {
  queue.isBusy = true
  while (queue.waiting.length > 0) {
    // Even without a wait, the batch includes everything asked in the same tick.
    const isLikely = performance.now() - queue.endedAt < busyMs
    await (isLikely ? setTimeout(gatherMs) : Promise.resolve())
    await answer(run, takeBatch(queue.waiting))
    queue.endedAt = performance.now()
  }
  queue.isBusy = false
}

function takeBatch<Question extends AboutRow, Answer>(
  waiting: OpenQuestion<Question, Answer>[],
): OpenQuestion<Question, Answer>[] {
  const batch = new Map<string, OpenQuestion<Question, Answer>>()
  const later = waiting.filter((question) => {
    const { id } = question.asked
    if (batch.size >= mostAtOnce || batch.has(id)) return true
    batch.set(id, question)
    return false
  })
  waiting.splice(0, waiting.length, ...later)
  return [...batch.values()]
}

async function answer<Question extends AboutRow, Answer>(
  run: (asked: readonly Question[]) => Promise<readonly Answer[]>,
  batch: readonly OpenQuestion<Question, Answer>[],
): Promise<void> {
  try {
    const answers = await run(batch.map(({ asked }) => asked))
    if (answers.length !== batch.length) throw new Error('a batch has another number of answers than of questions')
    for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    const [only] = batch
    // It may have been committed all the same, and no question is at fault: each caller starts over.
    if (isDatabaseAway(error)) for (const { reject } of batch) reject(error)
    else if (batch.length === 1) only?.reject(error)
    else for (const question of batch) await answer(run, [question])
  }
}
