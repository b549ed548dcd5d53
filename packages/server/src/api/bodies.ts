import type { FastifyInstance } from 'fastify'
import { jsonType, protobufType } from './negotiation.ts'

/** Bodies are JSON or protobuf; every other type is refused with 415 before it is read. */
export function acceptBodies(app: FastifyInstance): void {
  // 'error': a body that names __proto__ or constructor.prototype is refused, not cleaned.
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(jsonType, { parseAs: 'string' }, (request, body, done) => {
    // Many clients name a type for the empty body of a POST that takes none.
    if (body === '') return done(null, undefined)
    return parseJson(request, String(body), done)
  })
  app.addContentTypeParser(protobufType, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
