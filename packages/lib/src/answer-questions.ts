import { parentPort } from 'node:worker_threads'

/** The messages to and from a thread; see shared-thread.ts. */
export type ToThread = typeof ping | { id: number; question: unknown }
export type FromThread = typeof ping | { id: number; answer: unknown } | { id: number; error: Error }

/** Checks that the thread isn't blocked; the answer is the same word, and the thread sends it once after loading. */
export const ping = 'ping'

/** Answers a shared thread's requests, each as soon as possible. For the thread's own module. */
export function answerQuestions<Question>(answer: (question: Question) => Promise<unknown>): void {
  parentPort?.on('message', async (message: ToThread) => {
    if (message === ping) return send(ping)
    const { id, question } = message
    try {
      send({ id, answer: await answer(question as Question) })
    } catch (error) {
      send({ id, error: error instanceof Error ? error : new Error(String(error)) })
    }
  })
  send(ping)
}

function send(message: FromThread): void {
  parentPort?.postMessage(message)
}
