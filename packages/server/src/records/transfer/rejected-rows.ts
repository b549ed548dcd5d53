import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { BlobStore } from '@courtcrier/lib/blob-store.ts'
import { csvLine, neutralize, restore } from './cells.ts'
import { reasonHeader } from './columns.ts'
import type { RowError } from './row-error.ts'

/** The refused rows of a file, written as they occur. */
export interface RejectedRows {
  add: (cells: readonly string[], errors: readonly RowError[]) => Promise<void>
  /** The file's name in the blob store; undefined when no row was added. */
  finish: () => Promise<string | undefined>
  /** Discards the rows; nothing is saved. */
  abandon: () => Promise<void>
}

/** Collects refused rows with a column for the reason, as a file to correct and import again. */
export function collectRejected(blobs: BlobStore, header: readonly string[]): RejectedRows {
  let stream: PassThrough | undefined
  let stored: Promise<{ sha256: string }> | undefined
  const write = async (cells: readonly string[]) => {
    if (!stream) {
      stream = new PassThrough()
      stored = blobs.put(stream)
      // `finish` reports the failure, unless no one waits for it anymore.
      stored.catch(() => undefined)
      stream.write(`\ufeff${csvLine([...header.map(neutralize), reasonHeader])}`)
    }
    if (!stream.write(csvLine(cells))) await Promise.race([once(stream, 'drain'), stored])
  }
  return {
    add: async (cells, errors) => {
      const padded = header.map((_, index) => neutralize(restore(cells[index] ?? '')))
      await write([...padded, neutralize(errors.map(sentenceOf).join(' '))])
    },
    finish: async () => {
      stream?.end()
      return (await stored)?.sha256
    },
    abandon: async () => {
      stream?.destroy()
      await stored?.catch(() => undefined)
    },
  }
}

function sentenceOf({ column, expected, fix }: RowError): string {
  return `${column ? `${column}: ` : ''}${expected} ${fix}`
}
