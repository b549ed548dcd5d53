import type { Problem } from '../connector.ts'
import { StoreProblemError } from '../problems.ts'
import { httpProblem, networkProblem } from '../ways/http-problem.ts'

/** The SDK's error for an error response. */
interface ServiceError {
  name: string
  message: string
  $metadata?: { httpStatusCode?: number }
  $response?: { headers?: Readonly<Record<string, string>> }
}

const throttled = new Set(['SlowDown', 'Throttling', 'ThrottlingException', 'TooManyRequests', 'RequestLimitExceeded'])
/** Answers to bytes that were cut off or altered on their way, and to parts of an upload that has ended meanwhile. */
const passing = new Set(['RequestTimeout', 'IncompleteBody', 'BadDigest', 'NoSuchUpload'])
const refused = new Set([
  'AccessDenied',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'ExpiredToken',
  'InvalidToken',
  'TokenRefreshRequired',
  'AccountProblem',
  'AllAccessDisabled',
  'NoSuchBucket',
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
])

/**
 * Classifies an SDK error. A request with the wrong time is refused like one with a wrong credential, and HEAD has no
 * body to tell them apart, so the clock is checked first.
 */
export function s3Problem(error: unknown, { isClockOff }: { isClockOff: boolean }): Problem | undefined {
  if (error instanceof StoreProblemError) return error.problem
  if (!isServiceError(error)) return networkProblem(error)
  const status = error.$metadata?.httpStatusCode ?? 0
  const headers = error.$response?.headers ?? {}
  if (throttled.has(error.name)) return { ...httpProblem({ status: 429, headers }, 'this'), problem: 'throttled' }
  if (error.name === 'RequestTimeTooSkewed' || (status === 403 && isClockOff))
    return { problem: 'transient', sentence: "The clocks of this server and of the DMS differ; set this server's." }
  if (passing.has(error.name))
    return {
      problem: 'transient',
      sentence: `The DMS didn't take the bytes (${error.name}): ${shorten(error.message)}`,
    }
  if (refused.has(error.name))
    return { problem: 'auth', sentence: `The DMS rejected the credential (${error.name}): ${shorten(error.message)}` }
  const problem = httpProblem({ status, headers }, `the request (${error.name})`)
  // S3 says so of a wrong key as well, and HEAD has no body to tell that from a missing right.
  return status === 403 ? { ...problem, problem: 'auth' } : problem
}

/** Whether the error is an answer with one of these statuses or names. */
export function isAnswer(error: unknown, ...meant: readonly (number | string)[]): boolean {
  if (!isServiceError(error)) return false
  return meant.includes(error.$metadata?.httpStatusCode ?? 0) || meant.includes(error.name)
}

/** Whether the service itself has turned the request down, so that nothing of it is under way. */
export function isRefusal(error: unknown): boolean {
  return isServiceError(error) && (error.$metadata?.httpStatusCode ?? 0) < 500
}

function isServiceError(error: unknown): error is ServiceError {
  return (
    error instanceof Error && '$metadata' in error && (error as ServiceError).$metadata?.httpStatusCode !== undefined
  )
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
