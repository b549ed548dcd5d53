import { ApiError } from '@courtcrier/contract/errors.ts'
import { rowFromJson, rowToJson } from '@courtcrier/contract/json.ts'
import { pluralOf } from '@courtcrier/contract/names.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { formatSecrets, secretsHeader } from '@courtcrier/contract/secrets.ts'
import { decodeRow, encodeRow, encodeRows } from '@courtcrier/contract/wire.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

export const protobufType = 'application/x-protobuf'
export const jsonType = 'application/json'

/** Answers one row as protobuf or JSON, whichever the caller accepts. Throws a 406 when neither. */
export function sendRow(reply: FastifyReply, resource: Resource, row: AnyRow): FastifyReply {
  const secrets = formatSecrets(row)
  if (secrets !== undefined) reply.header(secretsHeader, secrets)
  return answerType(reply) === protobufType
    ? sendBytes(reply, encodeRow(resource, row))
    : reply.send(rowToJson(resource, row))
}

/**
 * Answers one page of rows, with the number of all that match under `x-total-count`. Where not all were counted,
 * `x-total-at-least` says so.
 */
export function sendRows(
  reply: FastifyReply,
  resource: Resource,
  { rows, total, isAtLeast = false }: { rows: readonly AnyRow[]; total: number; isAtLeast?: boolean },
): FastifyReply {
  reply.header('x-total-count', String(total))
  if (isAtLeast) reply.header('x-total-at-least', 'true')
  if (answerType(reply) === protobufType) return sendBytes(reply, encodeRows(resource, rows))
  return reply.send({ [pluralOf(resource.name)]: rows.map((row) => rowToJson(resource, row)) })
}

/** The row of a request's body, protobuf or JSON. Throws `malformed_request` and `wrong_media_type`. */
export function readInput(request: FastifyRequest, resource: Resource): AnyRow {
  return Buffer.isBuffer(request.body) ? readProtobuf(request, resource) : rowFromJson(readObject(request))
}

/** The JSON object of a request's body, its keys as they came. */
export function readObject(request: FastifyRequest): AnyRow {
  const { body } = request
  if (body === undefined) throw new ApiError('malformed_request', { sentence: 'The request has no body.' })
  if (Buffer.isBuffer(body)) throw new ApiError('wrong_media_type', { sentence: 'Send JSON.' })
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as AnyRow
  throw new ApiError('malformed_request', { sentence: 'The body must be a JSON object.' })
}

/** The type that suits the caller best of the two; JSON when both do, or when nothing was said. */
export function preferredType(accept: string | undefined): typeof protobufType | typeof jsonType | undefined {
  if (!accept?.trim()) return jsonType
  const ranges = accept.split(',').map(readRange)
  const [json, protobuf] = [jsonType, protobufType].map((type) => weightOf(type, ranges))
  if (!json && !protobuf) return undefined
  return (protobuf ?? 0) > (json ?? 0) ? protobufType : jsonType
}

function answerType(reply: FastifyReply): typeof protobufType | typeof jsonType {
  const type = preferredType(reply.request.headers.accept)
  reply.header('vary', 'accept')
  if (!type) throw new ApiError('not_acceptable')
  return type
}

function sendBytes(reply: FastifyReply, bytes: Uint8Array): FastifyReply {
  return reply.type(protobufType).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
}

function readProtobuf(request: FastifyRequest, resource: Resource): AnyRow {
  if (mediaTypeOf(request) !== protobufType) throw new ApiError('wrong_media_type')
  return decodeRow(resource, request.body as Buffer)
}

/** Without parameters. */
function mediaTypeOf(request: FastifyRequest): string {
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

/** The most specific range that covers the type decides. */
function weightOf(type: string, ranges: readonly MediaRange[]): number | undefined {
  const covering = [type, 'application/*', '*/*'].map((wanted) => ranges.find(({ range }) => range === wanted))
  return covering.find((range) => range !== undefined)?.weight
}
