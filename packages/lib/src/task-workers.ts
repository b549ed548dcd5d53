import { Worker } from 'node:worker_threads'
import { outOfMemory, watchMemory } from './watch-memory.ts'
import { StalledError, type WorkLimits, watchWork } from './watch-work.ts'

/** Runs tasks on separate threads, so that one that hangs or exhausts memory doesn't affect the others. */
export interface TaskWorkers {
  /**
   * Sends a message to an idle thread and returns its answer; waits while all are busy. Never throws because of the
   * task; throws a `StalledError` when the machine is too busy for it.
   */
  run: (message: unknown, transfer?: readonly ArrayBuffer[]) => Promise<TaskResult>
  /** Ends the threads. */
  close: () => Promise<void>
}

export type TaskResult =
  | { state: 'done'; answer: unknown }
  /** Stopped for taking more processor time than `computeMs`. */
  | { state: 'late' }
  /** The thread ended by itself, usually out of memory. */
  | { state: 'crashed'; error: Error }

export interface TaskWorkerOptions extends WorkLimits {
  /** A module that answers each message of its parent port with one message. */
  script: URL
  count: number
  /** Heap of one thread, in MB. Its buffers may take twice as much. */
  memoryMb: number
}

/** Threads start with the first tasks and don't keep the process alive while they are idle. */
export function openTaskWorkers(options: TaskWorkerOptions): TaskWorkers {
  const idle: Worker[] = []
  const all = new Set<Worker>()
  const waiting: ((worker: Worker) => void)[] = []
  let free = options.count

  const start = () => {
    const worker = new Worker(options.script, { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } })
    all.add(worker)
    worker.once('exit', () => {
      all.delete(worker)
      // It may end after its last answer, as for lack of memory: nothing more would be heard of the next task.
      const place = idle.indexOf(worker)
      if (place >= 0) idle.splice(place, 1)
    })
    // Stays for the thread's whole life: an error event without a listener would end the process.
    worker.on('error', () => {})
    return worker
  }
  const acquire = async () => {
    if (free === 0) return new Promise<Worker>((resolve) => waiting.push(resolve))
    free--
    return idle.pop() ?? start()
  }
  const release = (worker: Worker | undefined) => {
    const next = waiting.shift()
    if (next) return next(worker ?? start())
    free++
    if (worker) idle.push(worker)
  }

  return {
    async run(message, transfer = []) {
      const worker = await acquire()
      const result = await runTask(worker, { message, transfer, limits: options })
      if (result.state !== 'done') await worker.terminate()
      release(result.state === 'done' ? worker : undefined)
      if (result.state === 'stalled') throw new StalledError()
      return result
    },
    async close() {
      idle.length = 0
      await Promise.all([...all].map((worker) => worker.terminate()))
    },
  }
}

interface Task {
  message: unknown
  transfer: readonly ArrayBuffer[]
  limits: WorkLimits & Pick<TaskWorkerOptions, 'memoryMb'>
}

function runTask(worker: Worker, { message, transfer, limits }: Task): Promise<TaskResult | { state: 'stalled' }> {
  const { promise, resolve } = Promise.withResolvers<TaskResult | { state: 'stalled' }>()
  const crashed = (error: Error) => resolve({ state: 'crashed', error })
  const done = (answer: unknown) => resolve({ state: 'done', answer })
  const exited = (code: number) => crashed(new Error(`The thread ended with code ${code}.`))
  worker.once('message', done).once('error', crashed).once('exit', exited)
  const watch = watchWork(worker, limits, { onEnd: (state) => resolve({ state }) })
  const memory = watchMemory(worker, limits, () => crashed(outOfMemory()))
  watch.start()
  memory.start()
  worker.ref()
  worker.postMessage(message, [...transfer])
  return promise.finally(() => {
    watch.stop()
    memory.stop()
    worker.off('message', done).off('error', crashed).off('exit', exited)
    worker.unref()
  })
}
