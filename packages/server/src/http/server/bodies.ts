import { isUtf8 } from 'node:buffer'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { findJsonExcess, type JsonExcess, type JsonLimits, jsonLimits } from '@courtcrier/contract/json-excess.ts'
import { findRepeatedKey } from '@courtcrier/contract/repeated-key.ts'
import { protobufTypes } from '@courtcrier/contract/wire.ts'
import type { FastifyInstance } from 'fastify'
import { jsonType } from './negotiation.ts'
import { chargeBytes, chargeTime } from './work-budget.ts'

/**
 * How large a body may be that is read as a whole, in bytes: of a caller whose token was checked, and of anyone else. A
 * password and the token of a link need far less, and so does an address that doesn't exist.
 */
export const bodyBytes = { ofCaller: 1_048_576, ofAnyone: 16_384 } as const

/**
 * Bodies are JSON or protobuf; any other type is refused with 415 before it is read, as is a compressed body: a few bytes
 * of it could be a thousand times as many.
 */
export function acceptBodies(app: FastifyInstance): void {
  app.addHook('preParsing', async ({ headers }) => {
    const coding = headers['content-encoding'] ?? 'identity'
    if (coding.toLowerCase() !== 'identity') throw new ApiError('wrong_media_type', { sentence: uncompressed })
  })
  app.removeAllContentTypeParsers()
  acceptJson(app, [jsonType])
  app.addContentTypeParser([...protobufTypes], { parseAs: 'buffer' }, (request, body, done) => {
    chargeBytes(request, body.length)
    done(null, body)
  })
}

const uncompressed = 'Send the body uncompressed, without a Content-Encoding.'

interface JsonReading {
  limits?: JsonLimits
  /** Whether names that differ only in letter case are one key. */
  isAnyCase?: boolean
}

/** Reads bodies of these types as JSON, within the limits. */
export function acceptJson(
  app: FastifyInstance,
  types: readonly string[],
  { limits = jsonLimits, isAnyCase = false }: JsonReading = {},
): void {
  // 'error': a body that names __proto__ or constructor.prototype is refused, not cleaned.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, (request, body, done) => {
    // Many clients send a content type with the empty body of a POST.
    if (body.length === 0) return done(null, undefined)
    const { charset } = charsetIn.exec(request.headers['content-type'] ?? '')?.groups ?? {}
    if (charset !== undefined && !isUtf8Name.test(charset))
      return done(new ApiError('wrong_media_type', { sentence: `JSON is sent in UTF-8, not in ${charset}.` }))
    chargeBytes(request, body.length)
    let read: Read = { error: null }
    chargeTime(request, () => {
      const text = textOf(Buffer.from(body), { limits, isAnyCase })
      if (text instanceof ApiError) read = { error: text }
      else
        parseJson(request, text, (error, parsed) => {
          read = { error, parsed }
        })
    })
    // Outside: the rest of the request may run within it.
    return done(read.error, read.parsed)
  })
}

const charsetIn = /;\s*charset\s*=\s*"?(?<charset>[\w-]{1,40})/i
/** ASCII is UTF-8, too. */
const isUtf8Name = /^(?:utf-?8|us-ascii)$/i

interface Read {
  error: Error | null
  parsed?: unknown
}

/** Returns the text to parse, or why it isn't parsed. */
function textOf(bytes: Buffer, { limits, isAnyCase }: Required<JsonReading>): string | ApiError {
  // Decoded as text, invalid bytes would be replaced and saved that way.
  if (!isUtf8(bytes)) return new ApiError('malformed_request', { sentence: 'The body is not UTF-8.' })
  const text = bytes.toString()
  const excess = findJsonExcess(text, limits)
  if (excess) return refusalOf[excess](limits)
  const key = findRepeatedKey(text, { isAnyCase })
  return key === undefined ? text : new ApiError('malformed_request', { sentence: repeatedSentence(key) })
}

function repeatedSentence(key: string): string {
  return `The body has the key "${key.slice(0, 100).toWellFormed()}" more than once.`
}

const refusalOf: Readonly<Record<JsonExcess, (limits: JsonLimits) => ApiError>> = {
  depth: ({ depth }) => new ApiError('malformed_request', { sentence: `The body is nested more than ${depth} deep.` }),
  keys: ({ keys }) => new ApiError('too_large', { sentence: `The body has more than ${keys} keys.` }),
  values: ({ values }) => new ApiError('too_large', { sentence: `The body has more than ${values} values.` }),
}

/**
 * Gives the routes of this scope that need a token the room that callers have. All others, those added later included,
 * get the app's own limit, the smaller one.
 */
export function makeRoomForCallers(api: FastifyInstance): void {
  api.addHook('onRoute', (route) => {
    const { auth } = route.config ?? {}
    // The guard has checked the token before the body is read.
    if (auth === undefined || auth === 'import' || auth === 'agent') route.bodyLimit ??= bodyBytes.ofCaller
  })
}
