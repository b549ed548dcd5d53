import type { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** Answers a file that a browser saves under this name (RFC 6266, with the name's UTF-8 form of RFC 8187). */
export function sendDownload(
  reply: FastifyReply,
  { name, type, content }: { name: string; type: string; content: string | Buffer | Readable },
): FastifyReply {
  const plain = name.replace(/[^\w .()-]/g, '_')
  const full = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16)}`,
  )
  return reply
    .header('content-disposition', `attachment; filename="${plain}"; filename*=UTF-8''${full}`)
    .type(type.startsWith('text/') ? `${type}; charset=utf-8` : type)
    .send(content)
}
