import { answerQuestions } from '@courtcrier/lib/answer-questions.ts'
import type { MailServer } from '../../base/config.ts'
import type { AccountSignIn } from './accounts/account-ways.ts'
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

const connections = new Map<string, Promise<MailConnection>>()
/** The tokens last given for an account's connections, by their key. */
const tokens = new Map<string, string>()

answerQuestions(async (question: SendQuestion) => {
  const { key, account } = question.way
  if (account?.token !== undefined) tokens.set(key, account.token)
  if (question.ask === 'close') {
    const open = connections.get(key)
    connections.delete(key)
    tokens.delete(key)
    await open?.then((connection) => connection.close())
    return undefined
  }
  const connection = await (connections.get(key) ?? connect(question.way))
  if (question.ask === 'verify') return connection.verify()
  const notes = openNotes(question.receipt)
  const result = await connection.send(question.mail, notes)
  return { result, unnoted: notes.problem() } satisfies SendAnswer
})

function connect(way: SendWay): Promise<MailConnection> {
  const connection = openConnection(way)
  connections.set(way.key, connection)
  connection.catch(() => connections.delete(way.key))
  return connection
}

async function openConnection({ key, server, account }: SendWay): Promise<MailConnection> {
  if (!account) return connectMailServer(server)
  // What signs in to accounts is most of what there is to load, and without an account of a firm it isn't needed.
  const [{ connectGraph }, { accountWays }] = await Promise.all([
    import('./graph/connect-graph.ts'),
    import('./accounts/account-ways.ts'),
  ])
  if (account.signIn.service === 'GRAPH') return connectGraph({ server, account })
  const accessToken = account.token === undefined ? undefined : async () => tokens.get(key) ?? ''
  return connectMailServer({ ...server, ...accountWays(server, { ...account, accessToken }) })
}
