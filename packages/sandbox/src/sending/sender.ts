import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { FilingStore } from '../filings/filing-store.ts'
import { makeMessage, type OutgoingNotice } from '../notice/message.ts'
import type { SigningKey } from '../notice/signing.ts'
import { openSession, type SmtpAnswer, type SmtpSession, type SmtpTarget } from './smtp-session.ts'

export interface SendOptions {
  smtp: SmtpTarget
  /** Filings per second; as fast as the server accepts them when absent. A filing is one to five messages. */
  rate?: number
  /** Number of filings. Endless when absent, until stopped. */
  count?: number
  /**
   * Whether all messages are created and signed before the first is sent, so that the courts' own work isn't part of a
   * measurement.
   */
  isMadeBefore?: boolean
  /** Where the messages go instead of the attorneys' own addresses. */
  to?: AddressMapping
  /** Concurrent connections. */
  concurrency?: number
  /** First pause before a deferred or lost message is retried; doubled up to 20 times that. */
  retryMs?: number
  onAccepted?: (message: AcceptedMessage) => void
  onRefused?: (message: RefusedMessage) => void
}

export interface AcceptedMessage {
  messageId: string
  filing: number
  to: string
  /** ISO time when the server answered the message with 250. */
  at: string
  /** ISO time when the accepted attempt started, from DATA on. */
  dataAt: string
  /** ISO time when the first attempt started. */
  firstTriedAt: string
  attempts: number
  /** Attempts whose response was lost: the server may have accepted them too. */
  lostAnswers: number
}

export interface RefusedMessage {
  messageId: string
  filing: number
  to: string
  code: number
  response: string
}

export interface SendResult {
  accepted: AcceptedMessage[]
  /** Answered 5xx, not retried. */
  refused: RefusedMessage[]
  /** Messages created but not accepted or refused when sending was stopped. */
  unsent: string[]
  filings: number
}

/** Sending in progress. */
export interface Sending {
  /** Stops filing and abandons messages in progress. */
  stop(): void
  done: Promise<SendResult>
  progress(): { filings: number; accepted: number; refused: number; waiting: number }
}

interface Job {
  notice: OutgoingNotice
  to: string
  attempts: number
  lostAnswers: number
  firstTriedAt?: string
  notBefore: number
}

/** Files and sends mail like a court's mail server: the same message again until the answer is 250 or 5xx. */
export function startSending(filings: FilingStore, key: SigningKey, options: SendOptions): Sending {
  const result: SendResult = { accepted: [], refused: [], unsent: [], filings: 0 }
  const run: SendRun = { options, result, waiting: [], out: 0, isFiling: true, isStopped: false, wake: new Set() }
  const workers = Array.from({ length: options.concurrency ?? 4 }, () => work(run))
  const filed = fileAll(run, filings, key).finally(() => {
    run.isFiling = false
    wakeAll(run)
  })
  const done = Promise.all([filed, ...workers]).then(() => {
    result.unsent = run.waiting.map((job) => job.notice.messageId)
    return result
  })
  return {
    done,
    stop: () => {
      run.isStopped = true
      wakeAll(run)
    },
    progress: () => ({
      filings: result.filings,
      accepted: result.accepted.length,
      refused: result.refused.length,
      waiting: run.waiting.length + run.out,
    }),
  }
}

interface SendRun {
  options: SendOptions
  result: SendResult
  waiting: Job[]
  /** Jobs held by a worker. */
  out: number
  isFiling: boolean
  isStopped: boolean
  wake: Set<() => void>
}

/** With this many messages waiting, filing pauses, so that an unreachable server doesn't fill the memory. */
const maxWaiting = 2_000

async function fileAll(run: SendRun, filings: FilingStore, key: SigningKey): Promise<void> {
  const { count = Number.POSITIVE_INFINITY, rate, to, isMadeBefore = false } = run.options
  const made: Job[] = []
  const start = performance.now()
  for (let i = 0; i < count && !run.isStopped; i++) {
    if (rate !== undefined) await waitUntil(run, start + (i * 1000) / rate)
    while (run.waiting.length >= maxWaiting && !run.isStopped) await pause(run, 50)
    if (run.isStopped) return
    const filing = filings.fileNext()
    run.result.filings++
    for (const notice of filing.notices) {
      // Signing takes the thread for a moment: connections go on in between.
      await setImmediate()
      const message = makeMessage(filing, notice, key)
      const job = { notice: message, to: mapAddress(message.email, to), attempts: 0, lostAnswers: 0, notBefore: 0 }
      if (isMadeBefore) made.push(job)
      else run.waiting.push(job)
      wakeAll(run)
    }
  }
  run.waiting.push(...made)
}

async function work(run: SendRun): Promise<void> {
  let session: SmtpSession | undefined
  while (!run.isStopped) {
    const job = takeJob(run)
    if (job === undefined) {
      if (!run.isFiling && run.waiting.length === 0 && run.out === 0) break
      await pause(run, nextPause(run))
      continue
    }
    const { answer, open } = await sendOverSession(job, session, run.options.smtp)
    session = open
    settle(run, job, answer)
  }
  session?.close()
}

async function sendOverSession(
  job: Job,
  session: SmtpSession | undefined,
  smtp: SmtpTarget,
): Promise<{ answer: SmtpAnswer; open?: SmtpSession }> {
  job.attempts++
  job.firstTriedAt ??= new Date().toISOString()
  const open = session?.isOpen() ? session : await openSession(smtp)
  if ('reason' in open) return { answer: { kind: 'deferred', code: 421, response: open.reason } }
  const answer = await open.send(job.notice, job.to)
  if (answer.kind !== 'lost') return { answer, open }
  job.lostAnswers++
  open.close()
  return { answer }
}

function settle(run: SendRun, job: Job, answer: SmtpAnswer): void {
  run.out--
  const message = { messageId: job.notice.messageId, filing: job.notice.filing, to: job.to }
  if (answer.kind === 'accepted') {
    const { attempts, lostAnswers, firstTriedAt = '' } = job
    const times = { at: answer.at.toISOString(), dataAt: answer.dataAt.toISOString(), firstTriedAt }
    const accepted = { ...message, ...times, attempts, lostAnswers }
    run.result.accepted.push(accepted)
    run.options.onAccepted?.(accepted)
  } else if (answer.kind === 'refused') {
    const refused = { ...message, code: answer.code, response: answer.response }
    run.result.refused.push(refused)
    run.options.onRefused?.(refused)
  } else {
    const first = run.options.retryMs ?? 250
    job.notBefore = performance.now() + Math.min(first * 2 ** (job.attempts - 1), first * 20)
    run.waiting.push(job)
  }
  wakeAll(run)
}

function takeJob(run: SendRun): Job | undefined {
  const now = performance.now()
  const index = run.waiting.findIndex((job) => job.notBefore <= now)
  if (index < 0) return undefined
  run.out++
  return run.waiting.splice(index, 1)[0]
}

function nextPause(run: SendRun): number {
  const next = run.waiting.reduce((soonest, job) => Math.min(soonest, job.notBefore), Number.POSITIVE_INFINITY)
  return Math.min(Math.max(next - performance.now(), 1), 1_000)
}

async function waitUntil(run: SendRun, moment: number): Promise<void> {
  while (!run.isStopped && performance.now() < moment) await pause(run, Math.max(0, moment - performance.now()))
}

/** Sleeps, but wakes early for new work. */
async function pause(run: SendRun, ms: number): Promise<void> {
  const controller = new AbortController()
  const wake = () => controller.abort()
  run.wake.add(wake)
  await sleep(ms, undefined, { signal: controller.signal }).catch((error: unknown) => {
    if (!controller.signal.aborted) throw error
  })
  run.wake.delete(wake)
}

function wakeAll(run: SendRun): void {
  for (const wake of run.wake) wake()
}

/** All to one address (`intake@firm.example`), to the same names at another domain (`firm.example`), or by a function. */
type AddressMapping = string | ((email: string) => string)

function mapAddress(email: string, mapping: AddressMapping | undefined): string {
  if (mapping === undefined) return email
  if (typeof mapping === 'function') return mapping(email)
  return mapping.includes('@') ? mapping : `${email.slice(0, email.indexOf('@'))}@${mapping}`
}
