import type { Services } from '../../../base/services.ts'
import { MailboxProblem } from '../../../mail/mailboxes/mailbox-problem.ts'
import type { Mail } from '../mail.ts'
import { isOfOneMail, openSendingServer, type SendingServer } from '../mail-server.ts'
import type { MailThread } from '../mail-thread.ts'
import { isUntried, type SendResult } from '../send-failure.ts'
import type { ConnectionShares } from '../share-connections.ts'
import { givingTokens, personTokens } from './given-tokens.ts'
import { openSendingNotes, type SendingNotes } from './note-sending.ts'
import { type SenderRow, wayOf } from './sender-rows.ts'

/** An account of a firm that emails are sent by. */
export interface SendingAccount extends Pick<SendingServer, 'send' | 'putOff' | 'state'> {
  /** Closes its connections once what is being sent by it is sent. */
  retire: () => Promise<void>
}

export type AccountServices = Pick<Services, 'config' | 'database' | 'secrets' | 'feed' | 'log'>

interface AccountOptions {
  thread: MailThread
  shares: ConnectionShares
}

/** How long an account isn't signed in to after its server refused that, in milliseconds: it could be locked. */
const pauseMs = 60_000

export function openSendingAccount(services: AccountServices, row: SenderRow, options: AccountOptions): SendingAccount {
  const notes = openSendingNotes(services, row)
  try {
    return openReadable(services, row, { ...options, notes })
  } catch (error) {
    if (!(error instanceof MailboxProblem)) throw error
    return openUnreadable(error, notes)
  }
}

function openReadable(
  services: AccountServices,
  row: SenderRow,
  { thread, shares, notes }: AccountOptions & { notes: SendingNotes },
): SendingAccount {
  const way = wayOf(row, services)
  const { host, port, user = '' } = way.server
  const name = [`${host}:${port}`, `as ${user}`, `(firm ${row.firmId})`].join(' ')
  const granted = personTokens(services, row, way.account.signIn)
  const asked = granted ? givingTokens(thread, granted) : thread
  const ownShares = row.plain.service === 'GRAPH' ? graphShares(shares) : shares
  const server = openSendingServer(way, { name, thread: asked, log: services.log, shares: ownShares })
  const use = openUse(() => server.close())
  let refused: { until: number; sentence: string } | undefined
  const send: SendingServer['send'] = async (mail, sender) => {
    if (refused && performance.now() < refused.until) return { retry: refused.sentence, isRefusedLogIn: true }
    const answer = await server.send(comingFrom(row, mail), sender)
    if (!('later' in answer)) noteResult(notes, answer)
    refused =
      'retry' in answer && answer.isRefusedLogIn
        ? { until: performance.now() + pauseMs, sentence: answer.retry }
        : undefined
    return answer
  }
  return {
    send: (mail, sender) => use.during(() => send(mail, sender)),
    putOff: server.putOff,
    state: server.state,
    retire: async () => {
      await use.end()
      await notes.settled()
    },
  }
}

/** Graph takes emails to all domains alike, and answers four requests at a time for a mailbox; two are for reading it. */
function graphShares(shares: ConnectionShares): ConnectionShares {
  return { ...shares, most: 2, mostOfFirm: 2, mostOfDomain: 2, mostOfDomainInAll: 2, mostScheduled: 1, stuckMs: 60_000 }
}

/** Its emails wait until its secrets are entered again. */
function openUnreadable({ message: problem, isRefusal }: MailboxProblem, notes: SendingNotes): SendingAccount {
  notes.note(problem, isRefusal)
  return {
    send: async () => ({ retry: problem }),
    putOff: () => undefined,
    state: () => undefined,
    retire: notes.settled,
  }
}

function comingFrom({ senderName, plain }: SenderRow, mail: Mail): Mail {
  return { ...mail, from: { name: senderName || mail.from.name, address: plain.address } }
}

function noteResult(notes: SendingNotes, result: SendResult): void {
  if (isUntried(result)) return
  if (!('retry' in result)) notes.note(undefined)
  else if (!isOfOneMail(result)) notes.note(result.retry, result.isRefusedLogIn)
}

/** Calls `close` when nothing uses it any more. */
function openUse(close: () => Promise<void>) {
  const { promise: idle, resolve: becomeIdle } = Promise.withResolvers<void>()
  let users = 0
  let isEnding = false
  const settle = () => {
    if (isEnding && users === 0) becomeIdle()
  }
  return {
    during: async <T>(run: () => Promise<T>): Promise<T> => {
      users += 1
      try {
        return await run()
      } finally {
        users -= 1
        settle()
      }
    },
    end: async () => {
      isEnding = true
      settle()
      await idle
      await close()
    },
  }
}
