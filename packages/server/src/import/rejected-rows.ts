import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import type { BlobStore } from '../base/lib/blob-store.ts'
import { csvLine, neutralise, restore } from './cells.ts'
import { reasonHeader } from './columns.ts'
import type { RowError } from './row-error.ts'

/** The rows of a file that were not taken, written as they come up. */
export interface RejectedRows {
  add: (cells: readonly string[], errors: readonly RowError[]) => Promise<void>
  /** The file's name in the blob store; undefined when no row was added. */
  finish: () => Promise<string | undefined>
  /** Gives up; nothing is kept. */
  abandon: () => Promise<void>
}

/** Collects rows with a column that says why each was refused, as a file to be put right and imported again. */
export function collectRejected(blobs: BlobStore, header: readonly string[]): RejectedRows {
  let stream: PassThrough | undefined
  let stored: Promise<{ sha256: string }> | undefined
  const write = async (cells: readonly string[]) => {
    if (!stream) {
      stream = new PassThrough()
      stored = blobs.put(stream)
      // The failure is told by `finish`, or nobody waits for it any more.
      stored.catch(() => undefined)
      stream.write(`\ufeff${csvLine([...header.map(neutralise), reasonHeader])}`)
    }
    if (!stream.write(csvLine(cells))) await Promise.race([once(stream, 'drain'), stored])
  }
  return {
    add: async (cells, errors) => {
      const padded = header.map((_, index) => neutralise(restore(cells[index] ?? '')))
      await write([...padded, neutralise(errors.map(sentenceOf).join(' '))])
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
