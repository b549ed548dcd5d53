import { isEqualValue } from '@courtcrier/contract/input.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import type { SearchScope } from './viewer.ts'

/** What someone does to a row: creates, changes, removes or restores it. */
export interface Touch {
  firmId: number
  id: string
  /** The row as it is; absent for a new one. */
  before?: AnyRow
  /** The row as it would be; absent if it is removed. */
  after?: AnyRow
  writer: Pick<SearchScope, 'role'> & { userId?: string | undefined; timekeeperId?: string | undefined }
}

/** The fields a touch changes, or that a new row has. */
export function touchedFields({ before, after }: Pick<Touch, 'before' | 'after'>): string[] {
  return Object.keys(after ?? {}).filter((key) => !before || !isEqualValue(before[key], after?.[key]))
}
