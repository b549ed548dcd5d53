import { workerData } from 'node:worker_threads'
import type { MailServer } from '../../base/config.ts'
import { answerQuestions } from '../../base/lib/answer-questions.ts'
import type { Mail } from './mail.ts'
import { connectMailServer } from './mail-connection.ts'
import { openNotes, type Receipt } from './receipts.ts'
import type { SendResult } from './send-failure.ts'

/** Requests to the thread that sends emails. */
export type SendQuestion = { mail: Mail; receipt: Receipt | undefined } | 'verify' | 'close'

/** The answer to an email; `unnoted`: why its receipt couldn't be written. */
export interface SendAnswer {
  result: SendResult
  unnoted?: Error | undefined
}

const connection = connectMailServer(workerData as MailServer)
answerQuestions(async (question: SendQuestion) => {
  if (question === 'verify') return connection.verify()
  if (question === 'close') return connection.close()
  const notes = openNotes(question.receipt)
  const result = await connection.send(question.mail, notes)
  return { result, unnoted: notes.problem() } satisfies SendAnswer
})
