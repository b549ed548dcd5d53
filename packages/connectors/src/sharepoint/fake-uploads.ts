import { type FakeBytes, joined } from '../testing/fake-bytes.ts'
import type { FakeAnswer, FakeRequest } from '../testing/fake-service.ts'

/** An upload in pieces, which nothing shows before it is complete. */
export interface FakeUpload {
  parentId: string
  name: string
  bytes: FakeBytes
  /** What it expects when it has every byte and saves nothing; it saves the file then if absent. */
  expectsAtEnd?: ((length: number) => string[]) | undefined
  size?: number
}

/** Answers at the pre-signed address of an upload; undefined if there is none. */
export function answerUpload(
  uploads: Map<string, FakeUpload>,
  { path, method, headers, body }: FakeRequest,
  complete: (upload: FakeUpload) => FakeAnswer,
): FakeAnswer | undefined {
  const id = path.slice('/upload/'.length)
  const upload = uploads.get(id)
  if (!upload) return undefined
  if (method === 'GET') return expecting(upload)
  if (method === 'DELETE') {
    uploads.delete(id)
    return { status: 204 }
  }
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '')
  const [start = -1, end = -1, size = -1] = range?.slice(1).map(Number) ?? []
  if (end - start + 1 !== body.byteLength) return refusal('The range is wrong')
  if (start !== upload.bytes.byteLength) return refusal('The fragment is there, or others come first', 416)
  const isLast = end + 1 === size
  if (!isLast && body.byteLength % (320 * 1024) !== 0) return refusal('Not a multiple of 320 KiB')
  upload.bytes = joined([upload.bytes, body])
  upload.size = size
  if (!isLast || upload.expectsAtEnd) return { ...expecting(upload), status: 202 }
  uploads.delete(id)
  return complete(upload)
}

function expecting({ bytes: { byteLength: length }, size, expectsAtEnd }: FakeUpload): FakeAnswer {
  const ranges = length === size ? expectsAtEnd?.(length) : undefined
  return { status: 200, json: { nextExpectedRanges: ranges ?? [`${length}-`] } }
}

function refusal(message: string, status = 400): FakeAnswer {
  return { status, json: { error: { code: 'invalidRequest', message } } }
}
