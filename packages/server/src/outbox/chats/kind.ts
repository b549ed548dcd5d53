import { chatServiceNames } from '@courtcrier/contract/chat-services.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { destinationOf } from '@courtcrier/contract/secret-destination.ts'
import { openTurns, shareOfSlow, type TurnLimits, type Turns } from '@courtcrier/lib/turns.ts'
import type { Trx } from '../../base/db/database.ts'
import { consoleUrlOf } from '../../base/firm-url.ts'
import type { Services } from '../../base/services.ts'
import { attemptsWithin, backOffUpTo } from '../../notices/back-off.ts'
import { lockItem, settleItem } from '../../notices/settle.ts'
import { openHolding } from '../lease.ts'
import { openNotes, openReceipts, type Receipts } from '../mail/receipts.ts'
import type { End, Kind, Performed } from '../run.ts'
import { stopBegunChat, stopChat } from '../stop-with-item.ts'
import { type ChatRow, startChat } from './chat-row.ts'
import { chatOfFiling } from './compose-chat.ts'
import { type ChatDeps, postChat } from './post-chat.ts'
import { cancelChat, type Note, recordChat } from './record-chat.ts'
import { whyNotAnnounced } from './why-not-announced.ts'

type ChatKindServices = Pick<Services, 'database' | 'jobs' | 'secrets' | 'config' | 'log'>

export const chatConcurrency = 16
/** One at a time for a channel, as Slack asks: more than one a second is refused. */
export const chatTurns: TurnLimits = { mostTogether: 1, mostOfFirm: 8, ...shareOfSlow(chatConcurrency) }

const mostAttempts = attemptsWithin(24)

/** A service may ask for more time, but no more than this, in milliseconds. */
const mostRetryAfter = 60 * 60_000

/**
 * Messages to the chat channels of preference groups. Nothing else waits for them. Walls and people are judged when a
 * message is claimed. What the service answered is noted as a mail server's answer is (`receipts.ts`), so that a crash
 * before it is recorded repeats nothing. If the crash comes before the answer, the message isn't sent again: webhooks
 * have no key by which the services would recognize it, and emails notify the same people.
 */
export function chatKind(
  services: ChatKindServices,
  { turns = openTurns(chatTurns, services.database.outage), ...deps }: ChatDeps & { turns?: Turns } = {},
): Kind<ChatRow, Note> {
  const { config } = services
  const holding = openHolding(services, { table: 'chat_messages', status: 'sending' })
  const quiet = openQuiet(deps.now)
  const receipts = openReceipts(config.dataFolder)
  return {
    queue: 'chat',
    rows: { table: 'chat_messages', statuses: ['waiting', 'sending'] },
    concurrency: chatConcurrency,
    on: services,
    leavesToOthers: holding.leavesToOthers,
    claim: async (trx, key) => {
      const row = await startChat(trx, { ...key, ...holding.amongOthers() })
      return row && unlessStopped(trx, row, receipts)
    },
    inTurn: {
      turns,
      destination: ({ groupId }) => String(groupId),
      waiting: () => ({ later: 'Waiting for its turn: a channel gets one message at a time.', note: {} }),
    },
    perform: async (row) => {
      const left = leftByCrash(receipts, row)
      if (left) return left
      const waitMs = quiet.left(row)
      if (waitMs > 0) return { later: 'Waiting, as the chat service asked.', waitMs, note: {} }
      const performed = await perform({ ...services, receipts }, row, deps)
      if ('retry' in performed) quiet.begin(row, performed.retryAfterMs)
      return performed
    },
    record: recordUnlessCanceled,
    nextTry: backOffUpTo(mostAttempts, config),
    onEnd: (row, { isTry }) => {
      if (isTry) receipts.end(row, { status: 'done', isTry })
    },
  }
}

async function recordUnlessCanceled(trx: Trx, row: ChatRow, end: End<Note>): Promise<boolean> {
  if (end.status === 'waiting') await lockItem(trx, row)
  if (!(await recordChat(trx, row, end))) return false
  if (end.status !== 'waiting') return true
  await settleItem(trx, row)
  return !(await stopChat(trx, row))
}

/**
 * Returns the message if it may be sent now. One that a crash interrupted before it was handed over is withdrawn if its
 * item was canceled since; what may be in the channel is recorded instead.
 */
async function unlessStopped(trx: Trx, row: ChatRow, receipts: Receipts): Promise<ChatRow | undefined> {
  if (row.wasInterrupted && !leftByCrash(receipts, row) && (await stopBegunChat(trx, row))) return undefined
  const reason = await whyNotAnnounced(trx, row)
  if (reason === undefined) return row
  await cancelChat(trx, row, reason)
  return undefined
}

/** The result of an attempt that wasn't recorded: receipts are forgotten with each one that was. */
function leftByCrash(receipts: Receipts, row: ChatRow): Performed<Note> | undefined {
  const { accepted, unanswered } = receipts.find<Note>({ ...row, wasInterrupted: true })
  if (accepted || unanswered === 0) return accepted
  return { failed: unsure, note: { isUnsure: true } }
}

async function perform(
  { secrets, database, config, log, receipts }: ChatKindServices & { receipts: Receipts },
  row: ChatRow,
  deps: ChatDeps,
): Promise<Performed<Note>> {
  const { firmId, service, sealedUrl, paused, wasInterrupted, filing, itemId } = row
  if (!service || !sealedUrl) throw new Error('a message was claimed without a channel')
  if (paused !== null) return { failed: `Not sent: the channel is paused. ${paused}`.trim(), note: { wasPaused: true } }
  const address = readAddress(secrets, { service, sealedUrl })
  if (address === undefined) return { failed: unreadable, note: {} }
  const message = chatOfFiling(filing, { itemId, consoleUrl: await consoleUrlOf({ database, config }, firmId) })
  const sent = (sentence: string): Performed<Note> => ({
    done: `${sentence}${wasInterrupted ? doubt : ''}`,
    note: { channel: 'takes' },
  })
  const notes = openNotes(receipts.prepare(row, sent(`${chatServiceNames[service]} accepted it.`)))
  const ways = { ...deps, notes, privateWebhooks: config.privateWebhooks }
  const { kind, sentence, retryAfterMs = 0 } = await postChat({ service, address, message }, ways)
  const problem = notes.problem()
  if (problem) log.warn({ err: problem, chatId: row.id }, 'what a chat service answered could not be noted')
  if (kind === 'sent') return sent(sentence)
  if (kind === 'retry') return { retry: sentence, retryAfterMs: Math.min(retryAfterMs, mostRetryAfter), note: {} }
  return { failed: sentence, note: kind === 'closed' ? { channel: 'closed' } : {} }
}

/** Returns a channel's address; undefined if this server's key doesn't open it. */
export function readAddress(
  secrets: Pick<Services['secrets'], 'open'>,
  { service, sealedUrl }: Pick<ChatRow, 'service'> & { sealedUrl: Uint8Array },
): string | undefined {
  try {
    return secrets.open(sealedUrl, destinationOf(timekeeperGroup, { chatService: service }))
  } catch {
    // Sealed with another key or for another service: whatever it was, it has to be entered again.
    return undefined
  }
}

/** What is said of an address that can't be read. */
export const unreadable = "The webhook address can't be read with this server's secret key. Enter it again."

const unsure =
  "Sending it was interrupted before the chat service answered, so it may be in the channel. It isn't sent again: look there."

const doubt = ' An earlier attempt was interrupted, so it may be in the channel twice.'

interface Quiet {
  /** Milliseconds until a channel takes messages again; 0 if it does. */
  left: (row: ChatRow) => number
  begin: (row: ChatRow, forMs: number | undefined) => void
}

/** Remembers which channels asked to be left alone: their other messages would be refused as well. */
function openQuiet(now = () => new Date()): Quiet {
  const until = new Map<string, number>()
  return {
    left: ({ groupId }) => Math.max(0, (until.get(String(groupId)) ?? 0) - now().getTime()),
    begin: ({ groupId }, forMs = 0) => {
      for (const [id, end] of until) if (end <= now().getTime()) until.delete(id)
      if (forMs > 0) until.set(String(groupId), now().getTime() + forMs)
    },
  }
}
