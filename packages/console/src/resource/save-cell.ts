import { isEqualValue } from '@courtcrier/contract/input.ts'
import { rowFromJson } from '@courtcrier/contract/json.ts'
import type { AnyRow, Resource } from '@courtcrier/contract/resource.ts'
import { i18next } from '../i18n/i18n.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { saveRow } from '../session/api.ts'
import { ApiFailure } from '../session/api-failure.ts'
import { isAnnounced } from '../session/notify-failure.ts'
import { offerUndo } from '../session/offer-undo.ts'
import { queryClient } from '../session/query-client.ts'
import { notify, takeTurn } from '../ui/notices.ts'
import type { Conflict } from './conflict.ts'
import { problemsFrom } from './form-problems.ts'
import type { Refusal } from './refused-cells.ts'

export interface CellChange {
  resource: Resource
  /** The record as the user saw it. */
  row: AnyRow
  key: string
  value: unknown
}

/** What is left to do for the user: to choose between two values, or to correct one that isn't saved. */
export type CellOutcome = { conflict: Conflict } | { refusal: Refusal } | undefined

/**
 * Saves one cell. The table shows the value immediately. If it is refused, returns it with the reason, which a message
 * says too. If someone else has changed this cell, returns their value for the user to choose.
 */
export async function saveCell({ resource, row, key, value }: CellChange): Promise<CellOutcome> {
  const id = String(row.id)
  const turn = takeTurn()
  const values = { [key]: value ?? null }
  await queryClient.cancelQueries({ queryKey: [resource.name, 'search'] })
  showRow(resource, id, values)
  try {
    const { row: saved, undoId } = await saveRow(resource, { id, values, seenAt: timeOf(row) })
    keepRow(resource, saved)
    const told = { field: fieldLabel(resource, key), title: String(saved[resource.title] ?? '') }
    offerUndo({ resource, text: i18next.t('cell.saved', told), undoId, turn })
  } catch (failure) {
    const theirs = theirsOf(failure)
    if (!theirs) {
      showRow(resource, id, { [key]: row[key] })
      return { refusal: { value, problem: tell(failure, key) } }
    }
    keepRow(resource, theirs)
    // Another field of the record, or the same value: no conflict with this edit.
    const isFree =
      isEqualValue(theirs[key] ?? null, row[key] ?? null) || isEqualValue(theirs[key] ?? null, value ?? null)
    if (isFree) return saveCell({ resource, row: theirs, key, value })
    return { conflict: { base: row, theirs, mine: values } }
  } finally {
    void queryClient.invalidateQueries({ queryKey: [resource.name] })
  }
}

/** Shows these values of the record in every table that has it. */
function showRow(resource: Resource, id: string, values: AnyRow): void {
  queryClient.setQueriesData<{ rows: AnyRow[]; total: number }>(
    { queryKey: [resource.name, 'search'] },
    (list) => list && { ...list, rows: list.rows.map((row) => (row.id === id ? { ...row, ...values } : row)) },
  )
}

function keepRow(resource: Resource, row: AnyRow): void {
  showRow(resource, String(row.id), row)
  queryClient.setQueryData([resource.name, 'row', String(row.id)], row)
}

function theirsOf(failure: unknown): AnyRow | undefined {
  const current = failure instanceof ApiFailure && failure.status === 412 ? failure.problem?.current : undefined
  return current && rowFromJson(current)
}

/** Says why a value isn't saved, and returns it. */
function tell(failure: unknown, key: string): string {
  const sentence = failure instanceof ApiFailure ? problemsFrom(failure.problem)[key] : undefined
  const text = sentence ?? (failure instanceof Error ? failure.message : String(failure))
  if (!isAnnounced(failure)) notify({ color: 'error', text })
  return text
}

function timeOf({ updatedAt }: AnyRow): string | undefined {
  return typeof updatedAt === 'string' ? updatedAt : undefined
}
