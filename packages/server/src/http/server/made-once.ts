import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Returns a handler that answers with a JSON document, which is made, written and compressed at the first request. */
export function sendMadeOnce(make: () => object): (request: FastifyRequest, reply: FastifyReply) => Promise<Buffer> {
  let made: Promise<Made> | undefined
  return async ({ headers }, reply) => {
    made ??= writeOut(make())
    const { plain, zipped } = await made
    reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding')
    if (!takesGzip(headers['accept-encoding'])) return plain
    reply.header('content-encoding', 'gzip')
    return zipped
  }
}

interface Made {
  plain: Buffer
  zipped: Buffer
}

async function writeOut(document: object): Promise<Made> {
  const plain = Buffer.from(JSON.stringify(document))
  return { plain, zipped: await promisify(gzip)(plain) }
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  const codings = String(accepted ?? '').split(',')
  return codings.some((coding) => /^\s*gzip\s*(?:;|$)/i.test(coding) && !/;\s*q=0(?:\.0*)?\s*$/i.test(coding))
}
