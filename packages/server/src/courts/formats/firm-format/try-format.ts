import type { ParseResult } from '@courtcrier/contract/notice.ts'
import type { Message } from '../../message/message.ts'
import { courtParsers, parseNotice } from '../../registry.ts'
import type { FirmParser, FormatProblem } from './definition.ts'

export interface FormatTrial {
  /** What the format reads in the message, even if it doesn't apply to it. */
  result: ParseResult
  /** Whether it would read the message when received, considering the built-in formats. */
  wouldHandle: boolean
  /** The built-in format that would read the message instead. */
  builtIn: string | undefined
  /** What in the message doesn't fit the format's requirements. */
  misfits: readonly FormatProblem[]
}

/** Tries a format on a message without any effect. */
export function tryFormat(parser: FirmParser, message: Message): FormatTrial {
  const result = parseNotice(message, undefined, [{ ...parser, score: () => Number.POSITIVE_INFINITY }])
  const score = parser.score(message)
  const best = bestBuiltIn(message)
  const wouldHandle = score > 0 && score >= (best?.score ?? 0)
  return { result, wouldHandle, builtIn: wouldHandle ? undefined : best?.name, misfits: parser.whyNot(message) }
}

function bestBuiltIn(message: Message): { name: string; score: number } | undefined {
  return courtParsers
    .map((parser) => ({ name: parser.name, score: parser.score(message) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)[0]
}
