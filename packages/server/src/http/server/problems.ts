import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { ApiError, type ErrorCode, errorCatalogue, type ProblemDetails } from '@courtcrier/contract/errors.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { problemDetails } from '@courtcrier/contract/problem-details.ts'
import { WireError } from '@courtcrier/contract/wire.ts'
import { StorageError } from '@courtcrier/lib/storage-error.ts'
import { StalledError } from '@courtcrier/lib/watch-work.ts'
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { databaseProblem } from '../../records/database-problem.ts'

/** When to try again after a 503. */
export const retryAfterSeconds = 5

/** Answers every error, and every unknown address, with RFC 9457 problem details. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler(answerError)
}

/** Answers what isn't an HTTP request, or is too large for one, and closes its connection. */
export function answerBrokenConnection(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const received = error.rawPacket as unknown
  const isAddress = error.code === 'HPE_HEADER_OVERFLOW' && Buffer.isBuffer(received) && !received.includes('\n')
  const code = isAddress ? 'address_too_long' : error.code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'malformed_request'
  answerAtConnection(socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'too_slow' : code)
}

/** Answers with an error where there is no request to answer, and closes the connection. */
export function answerAtConnection(socket: Socket, code: ErrorCode): void {
  const body = JSON.stringify(problemOf(new ApiError(code)))
  const { status } = errorCatalogue[code]
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\ncontent-type: application/problem+json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  )
}

/** Answers one error; an unexpected one is logged, and the caller learns nothing more. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = withLimits(apiErrorOf(error, request.method), error, request)
  if (!known || known.code === 'unavailable') request.log.error({ err: error }, 'a request failed')
  return sendProblem(reply, known ?? new ApiError('internal'), request)
}

/** Says what this address accepts, where a body was refused for its type or its size before anyone read it. */
function withLimits(
  known: ApiError | undefined,
  { code }: FastifyError,
  { routeOptions: { config, bodyLimit } }: FastifyRequest,
): ApiError | undefined {
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' && config.bodyTypes)
    return new ApiError('wrong_media_type', { sentence: `Send it as ${inWords(config.bodyTypes)}.`, cause: known })
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE' && bodyLimit !== undefined)
    return new ApiError('too_large', {
      sentence: `The request is too large. Send at most ${bodyLimit} bytes.`,
      cause: known,
    })
  return known
}

function inWords(types: readonly string[]): string {
  return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(types)
}

/** The answer for an error in the catalog. */
export function sendProblem(reply: FastifyReply, error: ApiError, request: FastifyRequest): FastifyReply {
  const problem = problemOf(error)
  reply.header('cache-control', 'no-store')
  if (problem.status === 503 && !reply.hasHeader('retry-after')) reply.header('retry-after', retryAfterSeconds)
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer')
  // The rest of a refused body would be mistaken for the next request.
  if (problem.status === 413) reply.header('connection', 'close')
  if (request.method === 'HEAD') return reply.code(problem.status).send()
  return reply.code(problem.status).type('application/problem+json').send(JSON.stringify(problem))
}

/** The problem details, with field names as on the wire. */
function problemOf(error: ApiError): ProblemDetails {
  const problem = problemDetails(error)
  if (!problem.errors) return problem
  const spelled = (field: string, at: number) => (error.problems[at]?.isAsSent ? field : snakeCase(field))
  return { ...problem, errors: problem.errors.map((entry, at) => ({ ...entry, field: spelled(entry.field, at) })) }
}

/** The catalog's error for this one; undefined if it is unexpected. */
export function apiErrorOf(error: FastifyError, method: string): ApiError | undefined {
  if (error instanceof ApiError) return error
  if (error instanceof WireError)
    return new ApiError('malformed_request', { sentence: sentence(error.message), cause: error })
  if (error instanceof StorageError) return new ApiError('unavailable', { sentence: storageSentence, cause: error })
  if (error instanceof StalledError)
    return new ApiError('unavailable', { sentence: `${error.message} Try again shortly.`, cause: error })
  return databaseProblem(error, method === 'DELETE') ?? httpProblem(error)
}

/** The folder's name is for the log, not for the caller. */
const storageSentence = "The file couldn't be saved: the disk is full or can't be written. Try again shortly."

/** Errors raised by Fastify and its plugins. */
function httpProblem(error: FastifyError): ApiError | undefined {
  const status = error.statusCode ?? 500
  if (status >= 500) return undefined
  const code = codeOfStatus[status] ?? 'malformed_request'
  const isOwnSentence = errorCatalogue[code].status !== status
  return new ApiError(code, {
    cause: error,
    ...(isOwnSentence ? { sentence: sentence(STATUS_CODES[status] ?? 'The request is refused') } : {}),
    ...(error.code === 'FST_ERR_CTP_INVALID_JSON_BODY' ? { sentence: 'The body is not valid JSON.' } : {}),
  })
}

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  404: 'not_found',
  406: 'not_acceptable',
  413: 'too_large',
  414: 'address_too_long',
  415: 'wrong_media_type',
  429: 'too_many_requests',
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith('.') ? '' : '.'}`
}
