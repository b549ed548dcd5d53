import { isUtf8 } from 'node:buffer'
import { ApiError } from '@courtcrier/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { jsonType, protobufType } from './negotiation.ts'

/** Bodies are JSON or protobuf; every other type is refused with 415 before it is read. */
export function acceptBodies(app: FastifyInstance): void {
  // 'error': a body that names __proto__ or constructor.prototype is refused, not cleaned.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonType, { parseAs: 'buffer' }, (request, body, done) => {
    // Many clients name a type for the empty body of a POST that takes none.
    if (body.length === 0) return done(null, undefined)
    const bytes = Buffer.from(body)
    // Read as text it would lose what it does not hold, and be kept so.
    if (!isUtf8(bytes)) return done(new ApiError('malformed_request', { sentence: 'The body is not UTF-8.' }))
    return parseJson(request, bytes.toString(), done)
  })
  app.addContentTypeParser(protobufType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
