import * as z from 'zod/mini'
import { storedId } from '../uuid.ts'
import { described } from './call.ts'

/** Returns the schema of a query parameter with up to `most` IDs; `of` says of what. */
export function idList(most: number, of: string) {
  const text = z.string('not_text').check(
    z.refine((ids) => ids.split(',').length <= most, `too_many:${most}`),
    z.overwrite(storedIds),
  )
  return z.optional(described(text, `Comma-separated IDs of up to ${most} ${of}`))
}

function storedIds(ids: string): string {
  return ids.split(',').map(storedId).join()
}
