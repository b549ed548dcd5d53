import { answerQuestions } from '@courtcrier/lib/answer-questions.ts'
import type { MailServer } from '../../base/config.ts'
import { type AccountSignIn, accountWays } from './accounts/account-ways.ts'
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
  /** For an account of a firm; `token`: a person's access token for it, which this thread can't renew. */
  account?: Omit<AccountSignIn, 'accessToken'> & { token?: string }
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
/** The tokens last given for an account's connections, by their key. */
const tokens = new Map<string, string>()

answerQuestions(async (question: SendQuestion) => {
  const { key, account } = question.way
  if (account?.token !== undefined) tokens.set(key, account.token)
  if (question.ask === 'close') {
    connections.get(key)?.close()
    connections.delete(key)
    tokens.delete(key)
    return undefined
  }
  const connection = connections.get(key) ?? connect(question.way)
  if (question.ask === 'verify') return connection.verify()
  const notes = openNotes(question.receipt)
  const result = await connection.send(question.mail, notes)
  return { result, unnoted: notes.problem() } satisfies SendAnswer
})

function connect({ key, server, account }: SendWay): MailConnection {
  const accessToken = account?.token === undefined ? undefined : async () => tokens.get(key) ?? ''
  const connection =
    account?.signIn.service === 'GRAPH'
      ? connectGraph({ server, account })
      : connectMailServer({ ...server, ...(account ? accountWays(server, { ...account, accessToken }) : {}) })
  connections.set(key, connection)
  return connection
}
