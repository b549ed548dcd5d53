import { ApiError } from '@courtcrier/contract/errors.ts'
import { rowFromJson, rowToJson } from '@courtcrier/contract/json.ts'
import { pluralOf } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { formatSecrets, secretsHeader } from '@courtcrier/contract/secrets.ts'
import { decodeRow, encodeRow, encodeRows, protobufTypes } from '@courtcrier/contract/wire.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { tellVersion } from './change-headers.ts'
import { chargeTime } from './work-budget.ts'

export const jsonType = 'application/json'
const [protobufType] = protobufTypes

type AnswerType = typeof jsonType | (typeof protobufTypes)[number]

/**
 * Answers one row as protobuf or JSON, whichever the caller accepts, or that the caller has the same answer. Throws 406
 * if neither.
 */
export function sendRow(reply: FastifyReply, resource: Resource, row: AnyRow): FastifyReply {
  const type = answerType(reply)
  const secrets = formatSecrets(row)
  if (secrets !== undefined) reply.header(secretsHeader, secrets)
  const body = type === jsonType ? JSON.stringify(rowToJson(resource, row)) : encodeRow(resource, row)
  if (tellVersion(reply, row, body).isKnown) return reply.code(304).send()
  return typeof body === 'string' ? reply.type(`${jsonType}; charset=utf-8`).send(body) : sendBytes(reply, body, type)
}

/**
 * Answers one page of rows, with the number of matches, if counted, in `x-total-count`. If not all were counted, `x-total-at-least`
 * says so.
 */
export function sendRows(
  reply: FastifyReply,
  resource: Resource,
  { rows, total, isAtLeast = false }: { rows: readonly AnyRow[]; total?: number; isAtLeast?: boolean },
): FastifyReply {
  // First, since a refusal has none of the headers of an answer.
  const type = answerType(reply)
  if (total !== undefined) reply.header('x-total-count', String(total))
  if (isAtLeast) reply.header('x-total-at-least', 'true')
  if (type !== jsonType) return sendBytes(reply, encodeRows(resource, rows), type)
  return reply.send({ [pluralOf(resource.name)]: rows.map((row) => rowToJson(resource, row)) })
}

/** The row of a request's body, protobuf or JSON. Throws `malformed_request` and `wrong_media_type`. */
export function readInput(request: FastifyRequest, resource: Resource): AnyRow {
  return chargeTime(request, () =>
    Buffer.isBuffer(request.body) ? readProtobuf(request, resource) : rowFromJson(readObject(request), resource),
  )
}

/** The JSON object in a request's body, with its keys unchanged. */
export function readObject(request: FastifyRequest): AnyRow {
  const { body } = request
  if (body === undefined) throw new ApiError('malformed_request', { sentence: 'The request has no body.' })
  if (Buffer.isBuffer(body)) throw new ApiError('wrong_media_type', { sentence: 'Send JSON.' })
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as AnyRow
  throw new ApiError('malformed_request', { sentence: 'The body must be a JSON object.' })
}

/**
 * The type the caller prefers; JSON if both are equal. `unsaid` is the type for a caller that sends no Accept header.
 * Undefined if neither is accepted.
 */
export function preferredType(accept: string | undefined, unsaid: AnswerType = protobufType): AnswerType | undefined {
  if (!accept?.trim()) return unsaid
  const ranges = accept.split(',').map(readRange)
  const offered: readonly AnswerType[] = [jsonType, ...protobufTypes]
  const weighed = offered.map((type) => ({ type, weight: weightOf(type, ranges) ?? 0 }))
  const most = Math.max(...weighed.map(({ weight }) => weight))
  return most > 0 ? weighed.find(({ weight }) => weight === most)?.type : undefined
}

/**
 * Without Accept, rows are protobuf (specification, section 7), but a body sent as JSON is answered with JSON.
 */
function answerType(reply: FastifyReply): AnswerType {
  const { request } = reply
  const isJsonSent = request.body !== undefined && mediaTypeOf(request) === jsonType
  const type = preferredType(request.headers.accept, isJsonSent ? jsonType : protobufType)
  reply.header('vary', 'accept')
  if (!type) throw new ApiError('not_acceptable')
  return type
}

function sendBytes(reply: FastifyReply, bytes: Uint8Array, type: AnswerType): FastifyReply {
  return reply.type(type).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

function readProtobuf(request: FastifyRequest, resource: Resource): AnyRow {
  if (!(protobufTypes as readonly string[]).includes(mediaTypeOf(request))) throw new ApiError('wrong_media_type')
  return decodeRow(resource, request.body as Buffer)
}

/** Returns the type of a request's body, without parameters. */
export function mediaTypeOf(request: FastifyRequest): string {
  return (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
}

interface MediaRange {
  range: string
  weight: number
}

/** RFC 9110, section 12.5.1. */
function readRange(text: string): MediaRange {
  const [range = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const weight = parameters.find((part) => part.startsWith('q='))
  return { range, weight: weight ? Number(weight.slice(2)) || 0 : 1 }
}

/** The most specific matching range decides. */
function weightOf(type: string, ranges: readonly MediaRange[]): number | undefined {
  const covering = [type, 'application/*', '*/*'].map((wanted) => ranges.find(({ range }) => range === wanted))
  return covering.find((range) => range !== undefined)?.weight
}
