import { elsewhere, problemError } from '../problems.ts'
import type { ApiAnswer } from '../ways/service-api.ts'
import { webCode, webWords } from './web-problem.ts'

/** The size from which on a server has refused files. Its administrator sets it, and no call says it. */
export interface SizeLimit {
  /** Throws for a file of a size that the server has refused, before any of it is sent. */
  demand: (size: number) => void
  /** Throws if an answer refuses a file for its size. */
  note: (answer: ApiAnswer, size: number) => void
}

/** In milliseconds: its administrator may change it. */
const rememberedMs = 60 * 60_000
/** The smallest limit that IIS has by itself. In bytes (IIS, `maxAllowedContentLength`). */
const smallestLimit = 28_000_000
const wordsOfSize = /\b(?:file|message|request)\b.{0,60}\b(?:too (?:big|large)|exceeds? the maximum)/i

export function openSizeLimit(): SizeLimit {
  let known = { size: Number.POSITIVE_INFINITY, until: 0 }
  return {
    demand(size) {
      if (size >= known.size && Date.now() < known.until) throw tooLarge(known.size)
    },
    note(answer, size) {
      if (!isAboutSize(answer, size)) return
      known = { size, until: Date.now() + rememberedMs }
      throw tooLarge(size)
    },
  }
}

/** IIS says it with 413, or with 404 (404.13) and without SharePoint's own words. */
function isAboutSize(answer: ApiAnswer, size: number): boolean {
  if (answer.status === 404) return webCode(answer) === undefined && size > smallestLimit
  return answer.status === 413 || (answer.status >= 400 && wordsOfSize.test(webWords(answer)))
}

function tooLarge(size: number) {
  return problemError(
    'rejected',
    `The server refuses files of ${Math.floor(size / 1e6)} MB and more. A SharePoint server takes files of up to 250 MB unless its administrator chose another maximum upload size. ${elsewhere}`,
  )
}
