import { fileSentences, ImportFileError } from './import-file-error.ts'

/** How a file's text is written, as Excel and its like save it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

type Bytes = AsyncIterable<Uint8Array>

/**
 * Finds out how the text of a file is written: by the mark at its beginning, else UTF-8 if all of it is, else
 * windows-1252, which Excel writes as "CSV". Throws `ImportFileError` for an empty file and for one that is no text.
 */
export async function detectEncoding(bytes: Bytes): Promise<Encoding> {
  let isUtf8 = true
  let start = Buffer.alloc(0)
  let marked: Encoding | undefined
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const check = (chunk: Uint8Array | undefined) => {
    if (!isUtf8) return
    try {
      decoder.decode(chunk, { stream: chunk !== undefined })
    } catch {
      // Bytes that UTF-8 does not have: it is the other encoding.
      isUtf8 = false
    }
  }
  for await (const chunk of bytes) {
    if (start.length < 4) {
      start = Buffer.concat([start, chunk.subarray(0, 4)])
      marked = markOf(start)
    }
    if (marked?.startsWith('utf-16')) return marked
    if (chunk.includes(0)) throw new ImportFileError(`${fileSentences.type} This one is not text.`)
    check(chunk)
  }
  if (start.length === 0) throw new ImportFileError(fileSentences.empty)
  check(undefined)
  return isUtf8 ? 'utf-8' : 'windows-1252'
}

/** The text, piece by piece; the mark at the beginning is left out. */
export async function* decodeText(bytes: Bytes, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** The byte order mark (Unicode Standard, section 23.8). */
function markOf(start: Uint8Array): Encoding | undefined {
  const [first, second, third] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : undefined
}
