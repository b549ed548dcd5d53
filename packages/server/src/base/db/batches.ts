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
  /** How much was asked in the second before that, the latest counting most. */
  asked: number
  /** Ends the wait for more. */
  begin?: () => void
}

/** How long a batch waits for more questions after another, in milliseconds. */
export interface Gathering {
  /** Shorter if a client outside waits for the answer. */
  gatherMs?: number
  /** The same while many are asked each second, if that may be longer. */
  gatherManyMs?: number
}

/** More in one transaction would hold its locks too long. */
const mostAtOnce = 32
/** For this long after a batch, in milliseconds, more questions are likely. */
const busyMs = 50
/** How long to wait for them, in milliseconds: too long for work that a client outside is waiting for. */
const patientMs = 30
/** From so many questions a second, more of them share a batch that waits longer than `patientMs`. */
const manyPerSecond = 10

/**
 * Answers questions from many callers in one transaction, separately for each firm. Questions asked while a batch runs,
 * and under load also within a few milliseconds after it, form the next batch: under load one statement and one sync to
 * disk serve many, and a single caller never waits. `run` returns the answers in the order of the questions. If a batch
 * fails, each of its questions is run again alone, so that one failing question doesn't fail the others; `run` must
 * therefore be repeatable. If the database is unavailable, the whole batch fails.
 */
export function inBatches<Context extends object, Question extends AboutRow, Answer>(
  run: (context: Context, firmId: number, asked: readonly Question[]) => Promise<readonly Answer[]>,
  { gatherMs = patientMs, gatherManyMs = gatherMs }: Gathering = {},
): (context: Context, firmId: number, asked: Question) => Promise<Answer> {
  const queues = new WeakMap<Context, Map<number, Queue<Question, Answer>>>()
  const queueOf = (context: Context, firmId: number) => {
    const ofContext = queues.get(context) ?? new Map<number, Queue<Question, Answer>>()
    queues.set(context, ofContext)
    const queue = ofContext.get(firmId) ?? { waiting: [], isBusy: false, endedAt: Number.NEGATIVE_INFINITY, asked: 0 }
    ofContext.set(firmId, queue)
    return queue
  }
  return (context, firmId, asked) =>
    new Promise((resolve, reject) => {
      const queue = queueOf(context, firmId)
      queue.waiting.push({ asked, resolve, reject })
      if (queue.waiting.length >= mostAtOnce) queue.begin?.()
      if (!queue.isBusy) void drain(queue, { gatherMs, gatherManyMs, run: (batch) => run(context, firmId, batch) })
    })
}

async function drain<Question extends AboutRow, Answer>(
  queue: Queue<Question, Answer>,
  {
    run,
    gatherMs,
    gatherManyMs,
  }: Required<Gathering> & { run: (asked: readonly Question[]) => Promise<readonly Answer[]> },
): Promise<void> {
  queue.isBusy = true
  while (queue.waiting.length > 0) {
    const since = performance.now() - queue.endedAt
    const waitMs = askedOf(queue, since) >= manyPerSecond ? gatherManyMs : gatherMs
    // Even without a wait, the batch includes everything asked in the same tick.
    await (since < Math.max(busyMs, waitMs) ? untilFull(queue, waitMs) : Promise.resolve())
    const batch = takeBatch(queue.waiting)
    await answer(run, batch)
    const now = performance.now()
    queue.asked = askedOf(queue, now - queue.endedAt) + batch.length
    queue.endedAt = now
  }
  queue.isBusy = false
}

/** Waits this long for more questions, or until a batch is full. */
function untilFull<Question extends AboutRow, Answer>(queue: Queue<Question, Answer>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, queue.waiting.length < mostAtOnce ? ms : 0)
    queue.begin = () => {
      clearTimeout(timer)
      resolve()
    }
  })
}

/** Returns how much was asked in the last second, if this much time has passed since the last batch, in milliseconds. */
function askedOf({ asked }: { asked: number }, since: number): number {
  return asked * Math.exp(-since / 1000)
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
