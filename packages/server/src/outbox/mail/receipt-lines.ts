import { readFileSync } from 'node:fs'
import { errorCode } from '@courtcrier/lib/storage-error.ts'

/** What is noted of one attempt to send an email: that it was handed over, or how that ended. */
export interface ReceiptLine {
  id: string
  attempt: number
  /** Absent in lines of former versions. */
  begun?: number | undefined
  accepted?: unknown
  isRefused?: true
  isLost?: true
}

export function lineOf(line: ReceiptLine): string {
  return `${JSON.stringify(line)}\n`
}

/**
 * Returns the lines of a file, none if it isn't there. A full disk may have cut the last one, and what was skipped when a
 * file was written in place is filled with zeros.
 */
export function readLines(file: string): readonly ReceiptLine[] {
  try {
    return readFileSync(file, 'utf8')
      .split(/[\n\0]+/)
      .flatMap(parseLine)
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return []
    throw error
  }
}

function parseLine(text: string): ReceiptLine[] {
  try {
    return text === '' ? [] : [JSON.parse(text) as ReceiptLine]
  } catch {
    return []
  }
}
