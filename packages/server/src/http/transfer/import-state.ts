import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { ImportState } from '@courtcrier/contract/calls/imports.ts'
import { snakeCase } from '@courtcrier/contract/names.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { Caller } from '../../records/caller.ts'
import type { ImportRunRow } from '../../records/transfer/import-run-row.ts'
import { keyGroups } from '../../records/transfer/match-rows.ts'
import { mostShown } from '../../records/transfer/shown-rows.ts'
import { mappableKeys, type Suggestion } from '../../records/transfer/suggest-mapping.ts'

/** Returns an import as a caller sees it, and what it suggests for the columns of the file. */
export function stateJson({ role, userId }: Caller, run: ImportRunRow, suggestion: Suggestion): ImportState {
  const resource = getResource(run.entity)
  const isBegun = Object.keys(run.mapping).length > 0
  const isOwn = run.userId === userId
  const mayUndo = isOwn || subjectAccess(firm.subject, role) === 'FULL'
  return {
    id: run.id,
    entity: run.entity,
    file_name: run.fileName,
    mode: run.mode,
    status: run.status,
    reason: run.reason,
    is_own: isOwn,
    created_at: run.createdAt.toISOString(),
    counts: {
      rows: run.rowCount,
      new: run.newCount,
      changed: run.changedCount,
      unchanged: run.unchangedCount,
      deleted: run.deletedCount,
      error: run.errorCount,
    },
    total: run.total,
    kept_rows: mostShown,
    has_rejected: run.hasRejected,
    // The file's content is only for the person who sent it: another role might not see each of its fields.
    can_start: run.file !== null && isOwn,
    header: isOwn ? run.header : [],
    samples: isOwn ? run.samples : [],
    mapping: isOwn ? (isBegun ? run.mapping : suggestion.mapping) : {},
    is_remembered: isOwn && suggestion.isRemembered,
    fields: mappableKeys(resource, role),
    keys: keyGroups(resource).map((group) => group.map(snakeCase)),
    delete_missing: run.deletesMissing,
    undo: run.undoUntil && mayUndo ? { id: run.id, until: run.undoUntil.toISOString() } : null,
  }
}
