import type { MailServer } from '../../base/config.ts'
import { answerQuestions } from '../../base/lib/answer-questions.ts'
import type { MailSignIn } from '../../mail/mailboxes/sign-in.ts'
import { accountWays } from './accounts/account-ways.ts'
import { connectGraph } from './graph/connect-graph.ts'
import type { Mail } from './mail.ts'
import { connectMailServer, type MailConnection } from './mail-connection.ts'
import { openNotes, type Receipt } from './receipts.ts'
import type { SendResult } from './send-failure.ts'

/** A mail server, and how this thread reaches it. */
export interface SendWay {
  /** Connections are shared by what has the same key. */
  key: string
  server: MailServer
  /** For an account of a firm: how it is signed in to, and in which private networks its servers may be. */
  account?: { signIn: MailSignIn; networks: readonly string[] }
}

export interface SendOrder {
  way: SendWay
  mail: Mail
  receipt: Receipt | undefined
}

/** Requests to the thread that sends emails. */
export type SendQuestion =
  | ({ ask: 'send' } & SendOrder)
  | { ask: 'verify'; way: SendWay }
  | { ask: 'close'; way: SendWay }

/** The answer to an email; `unnoted`: why its receipt couldn't be written. */
export interface SendAnswer {
  result: SendResult
  unnoted?: Error | undefined
}

const connections = new Map<string, MailConnection>()

answerQuestions(async (question: SendQuestion) => {
  const { key } = question.way
  if (question.ask === 'close') {
    connections.get(key)?.close()
    connections.delete(key)
    return undefined
  }
  const connection = connections.get(key) ?? connect(question.way)
  if (question.ask === 'verify') return connection.verify()
  const notes = openNotes(question.receipt)
  const result = await connection.send(question.mail, notes)
  return { result, unnoted: notes.problem() } satisfies SendAnswer
})

function connect({ key, server, account }: SendWay): MailConnection {
  const connection =
    account?.signIn.service === 'GRAPH'
      ? connectGraph({ server, account })
      : connectMailServer({ ...server, ...(account ? accountWays(server, account) : {}) })
  connections.set(key, connection)
  return connection
}
