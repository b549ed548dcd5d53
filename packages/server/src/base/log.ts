import { findStorageError, type StorageError } from '@courtcrier/lib/storage-error.ts'
import pino, { type DestinationStream, type Logger } from 'pino'
import { isDatabaseAway } from './db/away.ts'

/**
 * The program's log. It records an error's type, message and stack, but not what is attached to it: drivers attach
 * connections, requests and whole settings to their errors, including passwords and keys. A database outage is logged
 * once (report-outages.ts) and not by everything that runs into it: those lines are only counted. The same goes for
 * files that can't be stored (report-storage.ts).
 */
export function makeLog(level: string, destination?: DestinationStream): Logger {
  const counter: Counter = { left: 0 }
  const log = pino(
    {
      level,
      serializers: { err: plainError, error: plainError },
      hooks: {
        logMethod(args, method, number) {
          if (number < (pino.levels.values.info ?? 30) || !leavesOut(counter, errorIn(args[0])))
            method.apply(this, clean(args) as Parameters<typeof method>)
        },
      },
    },
    destination,
  )
  counters.set(log, counter)
  return log
}

interface Counter {
  left: number
  onStorageError?: (error: StorageError) => void
}

function leavesOut(counter: Counter, error: unknown): boolean {
  if (isDatabaseAway(error)) {
    counter.left++
    return true
  }
  const unstored = counter.onStorageError && findStorageError(error)
  if (!unstored) return false
  counter.onStorageError?.(unstored)
  return true
}

/** From now on, a line about a file that couldn't be stored is left out, and the listener called. */
export function leaveOutStorageErrors(log: Logger, listener: (error: StorageError) => void): void {
  const counter = counters.get(log)
  if (counter) counter.onStorageError = listener
}

/** Pino uses the error's message, unmodified, for a line without a sentence. */
function clean([first, ...rest]: readonly unknown[]): readonly unknown[] {
  const error = errorIn(first)
  const isBare = rest.length === 0 && error instanceof Error
  const texts = isBare ? [error.message] : rest
  const cleaned = texts.map((text) => (typeof text === 'string' ? withoutSecrets(text) : text))
  if (typeof first === 'string') return [withoutSecrets(first), ...cleaned]
  return [first instanceof Error ? { err: first } : first, ...cleaned]
}

const counters = new WeakMap<Logger, Counter>()

/** The number of lines left out since the last call. */
export function takeLeftOut(log: Logger): number {
  const counter = counters.get(log)
  const left = counter?.left ?? 0
  if (counter) counter.left = 0
  return left
}

function errorIn(first: unknown): unknown {
  if (first instanceof Error || typeof first !== 'object' || first === null) return first
  if ('err' in first) return first.err
  return 'error' in first ? first.error : undefined
}

interface PlainError {
  type: string
  message: string
  stack?: string
  cause?: PlainError
  [field: string]: unknown
}

/** Fields of errors that describe what happened and contain no personal data. */
const keptFields = ['code', 'syscall', 'severity', 'table', 'constraint', 'routine', 'responseCode', 'statusCode']
const deepest = 5

/** An error in a form that is safe to log. */
export function plainError(error: unknown, depth = 0): PlainError | string {
  if (!(error instanceof Error)) return withoutSecrets(typeof error === 'string' ? error : typeof error)
  const fields = error as unknown as Record<string, unknown>
  const kept = keptFields.filter((name) => ['string', 'number'].includes(typeof fields[name]))
  const cause = error.cause instanceof Error && depth < deepest ? plainError(error.cause, depth + 1) : undefined
  return {
    type: error.name,
    message: withoutSecrets(error.message),
    ...(error.stack ? { stack: withoutSecrets(error.stack) } : {}),
    ...Object.fromEntries(kept.map((name) => [name, fields[name]])),
    ...(typeof cause === 'object' ? { cause } : {}),
  }
}

/** Removes the login from URLs, and whatever follows a word for a secret. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(?<=\b[a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@]{1,500}@/gi, '[removed]@')
    .replace(
      /\b((?:password|passwd|pwd|secret|token|api[_-]?key)["']?\s{0,3}[=:]\s{0,3})["']?[^\s"',;&]{1,500}/gi,
      '$1[removed]',
    )
    .replace(/\b(authorization["']?\s{0,3}[=:]\s{0,3})[^\n]{1,2000}/gi, '$1[removed]')
}
