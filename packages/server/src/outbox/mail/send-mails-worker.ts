import { workerData } from 'node:worker_threads'
import type { MailServer } from '../../base/config.ts'
import { answerQuestions } from '../../base/lib/answer-questions.ts'
import type { Mail } from './mail.ts'
import { connectMailServer } from './mail-connection.ts'

/** Requests to the thread that sends emails. */
export type SendQuestion = { mail: Mail } | 'verify' | 'close'

const connection = connectMailServer(workerData as MailServer)
answerQuestions(async (question: SendQuestion) => {
  if (question === 'verify') return connection.verify()
  if (question === 'close') return connection.close()
  return connection.send(question.mail)
})
