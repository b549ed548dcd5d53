import { Worker } from 'node:worker_threads'
import { type FromThread, ping, type ToThread } from './answer-questions.ts'
import type { TaskResult } from './task-workers.ts'
import { outOfMemory, watchMemory } from './watch-memory.ts'
import { StalledError, type WorkEnd, type WorkLimits, watchWork } from './watch-work.ts'

/** One thread that answers many questions concurrently, for work that alternates between waiting and computing. */
export interface SharedThread {
  /**
   * Sends a copy of the question. Never throws because of it; throws a `StalledError` when the machine is too busy to
   * answer it.
   */
  ask: (question: unknown) => Promise<SharedResult>
  isRunning: () => boolean
  /** Ends the thread; unanswered questions count as crashed. */
  close: () => Promise<void>
}

/** `late`: the thread was ended because this question blocked it, using up its processor time. */
export type SharedResult = TaskResult | { state: 'failed'; error: Error }

/** `computeMs` and `stallMs`: how long a question may block the thread. */
export interface SharedThreadOptions extends WorkLimits {
  /** A module that calls `answerQuestions`. */
  script: URL
  /** The module's `workerData`. */
  data?: unknown
  /** Heap of the thread, in MB. Its buffers may take twice as much. */
  memoryMb: number
  /** False if questions must not be repeated: everything an ended thread left unanswered counts as crashed. */
  isRepeatable?: boolean
}

/**
 * Starts the thread with the first question, and a new one after it has ended. To find the question that ended it, each
 * unanswered question is asked again, alone, unless questions must not be repeated; the others only lose time. An idle
 * thread doesn't keep the process alive.
 */
export function openSharedThread(options: SharedThreadOptions): SharedThread {
  const waiting: Question[] = []
  const suspects: Question[] = []
  let isClosed = false
  let thread: Thread | undefined
  const proceed = () => {
    if (isClosed || (suspects.length === 0 && waiting.length === 0) || thread?.isAlone()) return
    thread ??= startThread(options, { onAnswer: proceed, onEnd: blame })
    const [suspect] = suspects.splice(0, 1)
    if (suspect) thread.ask(suspect, { alone: true })
    else for (const question of waiting.splice(0)) thread.ask(question, { alone: false })
  }
  const blame = (result: SharedResult | StalledError, unanswered: readonly Question[]) => {
    thread = undefined
    if (result instanceof StalledError) for (const { fail } of unanswered) fail(result)
    else if (isClosed || unanswered.length === 1 || options.isRepeatable === false)
      for (const { settle } of unanswered) settle(result)
    else suspects.push(...unanswered)
    proceed()
  }
  return {
    ask: (message) => {
      const { promise, resolve, reject } = Promise.withResolvers<SharedResult>()
      if (isClosed) resolve(closed)
      else waiting.push({ message, settle: resolve, fail: reject })
      proceed()
      return promise
    },
    isRunning: () => thread !== undefined,
    close: async () => {
      isClosed = true
      for (const { settle } of [...suspects.splice(0), ...waiting.splice(0)]) settle(closed)
      await thread?.end()
    },
  }
}

const closed: SharedResult = { state: 'crashed', error: new Error('The thread was closed.') }

interface Question {
  message: unknown
  settle: (result: SharedResult) => void
  fail: (error: StalledError) => void
}

interface Thread {
  ask: (question: Question, options: { alone: boolean }) => void
  /** Whether it has a question that no other may join. */
  isAlone: () => boolean
  end: () => Promise<unknown>
}

interface ThreadEvents {
  onAnswer: () => void
  /** Called once, with its unanswered questions. */
  onEnd: (result: SharedResult | StalledError, unanswered: readonly Question[]) => void
}

function startThread(
  { script, data, memoryMb, ...limits }: SharedThreadOptions,
  { onAnswer, onEnd }: ThreadEvents,
): Thread {
  const worker = new Worker(script, { workerData: data, resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
  const asked = new Map<number, Question>()
  let count = 0
  let alone: number | undefined
  let end: SharedResult | StalledError | undefined
  const watch = watchAnswers(worker, limits, (how) => {
    end = how === 'stalled' ? new StalledError() : { state: 'late' }
    worker.terminate()
  })
  const memory = watchMemory(worker, { memoryMb }, () => {
    end ??= { state: 'crashed', error: outOfMemory() }
    worker.terminate()
  })
  const stop = () => {
    watch.stop()
    memory.stop()
  }
  worker.on('message', (message: FromThread) => {
    watch.heard()
    if (message === ping) return
    const question = asked.get(message.id)
    asked.delete(message.id)
    if (alone === message.id) alone = undefined
    if (asked.size === 0) stop()
    question?.settle(resultOf(message))
    onAnswer()
  })
  worker.on('error', (error) => {
    end ??= { state: 'crashed', error }
  })
  worker.once('exit', (code) => {
    stop()
    onEnd(end ?? { state: 'crashed', error: new Error(`The thread ended with code ${code}.`) }, [...asked.values()])
  })
  return {
    ask: (question, options) => {
      const id = count++
      asked.set(id, question)
      if (options.alone) alone = id
      watch.start()
      memory.start()
      worker.postMessage({ id, question: question.message } satisfies ToThread)
    },
    isAlone: () => alone !== undefined,
    end: () => worker.terminate(),
  }
}

function resultOf(message: Exclude<FromThread, typeof ping>): SharedResult {
  return 'error' in message ? { state: 'failed', error: message.error } : { state: 'done', answer: message.answer }
}

/** While it has unanswered questions, the thread keeps the process alive and must answer pings. */
function watchAnswers(worker: Worker, limits: WorkLimits, onEnd: (end: WorkEnd) => void) {
  // The time to load modules isn't attributed to a question.
  let isLoaded = false
  const onLook = () => {
    if (isLoaded) worker.postMessage(ping)
    return isLoaded
  }
  const watch = watchWork(worker, limits, { onLook, onEnd })
  return {
    start: () => {
      watch.start()
      worker.ref()
    },
    heard: () => {
      isLoaded = true
      watch.heard()
    },
    stop: () => {
      watch.stop()
      worker.unref()
    },
  }
}
