import { setTimeout } from 'node:timers/promises'
import { isDatabaseAway } from './away.ts'

/** What is asked for: the row it is about. Two questions about one row are never in the same batch. */
export interface Asked {
  id: string
}

interface Waiting<Question extends Asked, Answer> {
  asked: Question
  resolve: (answer: Answer) => void
  reject: (error: unknown) => void
}

interface Queue<Question extends Asked, Answer> {
  waiting: Waiting<Question, Answer>[]
  isBusy: boolean
  /** When the last batch ended, by `performance.now()`. */
  endedAt: number
}

/** More in one transaction would hold its locks too long. */
const mostAtOnce = 32
/** So soon after a batch, in milliseconds, more are likely to come … */
const busyMs = 50
/** … and it pays to wait so long for them, when nobody outside waits for the answer. */
const patientMs = 30

/**
 * Does in one transaction what many ask for one by one, for each firm by itself. What is asked for while a batch is
 * under way, and when much is asked for also a few milliseconds after it, is the next batch: under load a statement
 * and a sync to disk serve many, and alone nobody waits. `run` gives the answers in the order of the questions.
 * When a batch fails, each of its questions is asked again alone, so that one that cannot be answered harms no
 * other; `run` must therefore stand being run again. Without its database all of it fails.
 */
export function inBatches<Context extends object, Question extends Asked, Answer>(
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

async function drain<Question extends Asked, Answer>(
  queue: Queue<Question, Answer>,
  { run, gatherMs }: { run: (asked: readonly Question[]) => Promise<readonly Answer[]>; gatherMs: number },
): Promise<void> {
  queue.isBusy = true
  while (queue.waiting.length > 0) {
    // Without a wait, at least what is asked for in the same moment comes along.
    const isLikely = performance.now() - queue.endedAt < busyMs
    await (isLikely ? setTimeout(gatherMs) : Promise.resolve())
    await answer(run, takeBatch(queue.waiting))
    queue.endedAt = performance.now()
  }
  queue.isBusy = false
}

function takeBatch<Question extends Asked, Answer>(waiting: Waiting<Question, Answer>[]): Waiting<Question, Answer>[] {
  const batch = new Map<string, Waiting<Question, Answer>>()
  const later = waiting.filter((question) => {
    const { id } = question.asked
    if (batch.size >= mostAtOnce || batch.has(id)) return true
    batch.set(id, question)
    return false
  })
  waiting.splice(0, waiting.length, ...later)
  return [...batch.values()]
}

async function answer<Question extends Asked, Answer>(
  run: (asked: readonly Question[]) => Promise<readonly Answer[]>,
  batch: readonly Waiting<Question, Answer>[],
): Promise<void> {
  try {
    const answers = await run(batch.map(({ asked }) => asked))
    if (answers.length !== batch.length) throw new Error('a batch has another number of answers than of questions')
    for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
  } catch (error) {
    const [only] = batch
    // It may have been committed all the same, and no question is at fault: each asker begins anew.
    if (isDatabaseAway(error)) for (const { reject } of batch) reject(error)
    else if (batch.length === 1) only?.reject(error)
    else for (const question of batch) await answer(run, [question])
  }
}
