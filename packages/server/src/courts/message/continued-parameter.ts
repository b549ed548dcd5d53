import { isUtf8 } from 'node:buffer'

/** A piece of a parameter's value: `filename*1*=%AFve.pdf`. */
export interface ParameterPiece {
  index: number
  text: string
  /** Whether its name ends with an asterisk, so that it has bytes as `%AF`. */
  isEncoded: boolean
}

/**
 * Joins the pieces of a continued or encoded parameter (RFC 2231), in the order of their numbers. A piece may end within a
 * character, so that bytes are decoded together, by the charset that the first piece names: `gb18030'zh'%D6%D0`.
 */
export function joinContinued(pieces: readonly ParameterPiece[]): string {
  const [first, ...others] = pieces.toSorted((one, other) => one.index - other.index)
  if (!first) return ''
  const [named = '', charset = ''] = (first.isEncoded && namedCharset.exec(first.text)) || []
  const stretches: ParameterPiece[] = []
  for (const piece of [{ ...first, text: first.text.slice(named.length) }, ...others]) {
    const last = stretches.at(-1)
    if (last?.isEncoded === piece.isEncoded) last.text += piece.text
    else stretches.push({ ...piece })
  }
  return stretches.map(({ text, isEncoded }) => (isEncoded ? decodeBytes(text, charset) : text)).join('')
}

const namedCharset = /^([\w.:-]{0,60})'[\w-]{0,60}'/

/** If they aren't what their charset has, or it is unknown, a file name with percent signs is better than none. */
function decodeBytes(text: string, charset: string): string {
  const bytes = Buffer.concat(
    text.split(/(%[\da-f]{2})/i).map((part, at) => Buffer.from(at % 2 ? part.slice(1) : part, at % 2 ? 'hex' : 'utf8')),
  )
  if (isUtf8(bytes) && isVague(charset)) return bytes.toString('utf8')
  try {
    return new TextDecoder(charset || 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    return text
  }
}

/** UTF-8, and the charsets that programs name when they don't know, in which UTF-8 is recognizable. */
function isVague(charset: string): boolean {
  return /^(?:|utf-?8|us-ascii|iso-8859-1|windows-1252)$/i.test(charset)
}
