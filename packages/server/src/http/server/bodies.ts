import { isUtf8 } from 'node:buffer'
import { ApiError } from '@courtcrier/contract/errors.ts'
import { protobufTypes } from '@courtcrier/contract/wire.ts'
import type { FastifyInstance } from 'fastify'
import { jsonType } from './negotiation.ts'

/** Bodies are JSON or protobuf; any other type is refused with 415 before it is read. */
export function acceptBodies(app: FastifyInstance): void {
  // 'error': a body that names __proto__ or constructor.prototype is refused, not cleaned.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonType, { parseAs: 'buffer' }, (request, body, done) => {
    // Many clients send a content type with the empty body of a POST.
    if (body.length === 0) return done(null, undefined)
    const bytes = Buffer.from(body)
    // Decoded as text, invalid bytes would be replaced and saved that way.
    if (!isUtf8(bytes)) return done(new ApiError('malformed_request', { sentence: 'The body is not UTF-8.' }))
    return parseJson(request, bytes.toString(), done)
  })
  app.addContentTypeParser([...protobufTypes], { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
