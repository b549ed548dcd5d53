import { errorCode } from '@courtcrier/lib/storage-error.ts'

/** The database couldn't be reached, or didn't answer: an outage. A commit may have succeeded all the same. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  readonly code = 'DATABASE_AWAY'
}

/** The error to rethrow for a driver's error: a `DatabaseAwayError` if it only means that the database is away. */
export function awayError(error: unknown): unknown {
  if (error instanceof DatabaseAwayError || !meansAway(error)) return error
  return new DatabaseAwayError(`The database is away: ${reasonOf(error)}.`, { cause: error })
}

/** Whether an error is caused by the database being away, or by its taking no writes. */
export function isDatabaseAway(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if (at instanceof DatabaseAwayError || isServerGoing(at)) return true
  }
  return false
}

/** PostgreSQL's error codes, appendix A: class 08, 53300, 57P01 to 57P05; nothing else in the program has them. */
function isServerGoing(error: Error): boolean {
  return /^(08...|53300|57P0[1-5])$/.test(errorCode(error) ?? '') || refusesWrites(error)
}

/**
 * The error of a database that answers but takes no writes, if there is one among the causes. Whatever needs no write
 * goes on meanwhile.
 */
export function writeRefusal(error: unknown): Error | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++)
    if (refusesWrites(at)) return at
  return undefined
}

/**
 * 53100: its disk is full. 25006: it is read-only, as a standby is, and as an administrator makes a server whose disk is
 * almost full. The embedded database answers with the same codes.
 */
function refusesWrites(error: Error): boolean {
  return /^(53100|25006)$/.test(errorCode(error) ?? '')
}

/** Only for errors of a database connection: a mail server refuses connections in the same words. */
function meansAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError && error.errors.some(meansAway)) return true
  if (isServerGoing(error) || socketCodes.has(errorCode(error) ?? '')) return true
  return driverSentences.some((sentence) => error.message.includes(sentence))
}

/** ENOENT is a Unix socket whose server has ended. */
const socketCodes = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ENOENT', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'],
  ...['ENETDOWN', 'ENETUNREACH', 'EHOSTDOWN', 'EHOSTUNREACH', 'ERR_STREAM_DESTROYED', 'ERR_STREAM_WRITE_AFTER_END'],
])

/** What node-postgres says without a code. */
const driverSentences = [
  'Connection terminated',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Client was closed',
  'Cannot use a pool after',
]

/** The reason, for the log and for operators: never the connection's credentials. */
export function reasonOf(error: unknown): string {
  const first = error instanceof AggregateError ? (error.errors[0] ?? error) : error
  if (first instanceof DatabaseAwayError) return reasonOf(first.cause ?? first.message)
  if (!(first instanceof Error)) return String(first)
  const code = errorCode(first)
  if (code === ofPooler) return first.message
  return sentences[code ?? ''] ?? code ?? first.message
}

/** PgBouncer has one code for whatever it refuses, or can't reach, and says which in its message. */
const ofPooler = '08P01'

const sentences: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'it refuses connections',
  ENOENT: "its socket doesn't exist",
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: "its host name couldn't be resolved",
  '53100': 'its disk is full',
  '25006': 'it is read-only',
  '53300': 'it has no free connection',
  '57P01': 'it is being shut down',
  '57P02': 'it crashed',
  '57P03': 'it is starting up or shutting down',
}
