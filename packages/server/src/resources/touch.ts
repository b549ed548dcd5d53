import { isEqualValue } from '@courtcrier/contract/input.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { SearchScope } from './viewer.ts'

/** What somebody does to a row: makes, changes or removes it, or puts it back. */
export interface Touch {
  firmId: number
  id: string
  /** The row as it is; absent for a new one. */
  before?: AnyRow
  /** The row as it would be; absent for one that is removed. */
  after?: AnyRow
  writer: Pick<SearchScope, 'role'> & { userId?: string | undefined; timekeeperId?: string | undefined }
}

/** The fields that a touch gives another value, or that a new row has. */
export function touchedFields({ before, after }: Pick<Touch, 'before' | 'after'>): string[] {
  return Object.keys(after ?? {}).filter((key) => !before || !isEqualValue(before[key], after?.[key]))
}
