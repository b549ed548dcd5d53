import { randomBytes } from 'node:crypto'
import type { ApiBody } from './service-api.ts'

interface MultipartFile {
  /** The name of its part. */
  field: string
  fileName: string
  size: number
  /** May be opened more than once. */
  bytes: () => AsyncIterable<Uint8Array>
  type?: string
}

/** Texts that come before the file; an object is sent as JSON. */
export type MultipartFields = readonly (readonly [name: string, value: string | object])[]

/** Returns a form with one file (RFC 7578), sent piece by piece: its length is known before, so nothing is kept. */
export function multipartBody(fields: MultipartFields, file: MultipartFile): ApiBody {
  const boundary = `courtcrier-${randomBytes(18).toString('hex')}`
  const head = Buffer.from(fields.map((field) => fieldPart(boundary, field)).join('') + fileHead(boundary, file))
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`)
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    size: head.byteLength + file.size + tail.byteLength,
    bytes: async function* () {
      yield head
      yield* file.bytes()
      yield tail
    },
  }
}

function fieldPart(boundary: string, [name, value]: MultipartFields[number]): string {
  const isText = typeof value === 'string'
  const type = isText ? '' : '\r\nContent-Type: application/json'
  const text = isText ? value : JSON.stringify(value)
  return `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"${type}\r\n\r\n${text}\r\n`
}

function fileHead(boundary: string, { field, fileName, type = 'application/octet-stream' }: MultipartFile): string {
  const disposition = `form-data; name="${quoted(field)}"; filename="${quoted(fileName)}"`
  return `--${boundary}\r\nContent-Disposition: ${disposition}\r\nContent-Type: ${type}\r\n\r\n`
}

/** What browsers send for the characters that would end a name. */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}
