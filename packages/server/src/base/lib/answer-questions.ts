import { parentPort } from 'node:worker_threads'

/** What a thread is sent and sends back; see shared-thread.ts. */
export type ToThread = typeof ping | { id: number; question: unknown }
export type FromThread = typeof ping | { id: number; answer: unknown } | { id: number; error: Error }

/** Asks whether the thread takes turns; its answer is the same, and the first one is sent when it has loaded. */
export const ping = 'ping'

/** Answers what a shared thread is asked, each question as soon as it can. For the thread's own module. */
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
