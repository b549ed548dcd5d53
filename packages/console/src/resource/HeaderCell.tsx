import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { controlOf } from '../fields/registry.ts'
import { fieldLabel } from '../i18n/labels.ts'
import { useRole } from '../session/session-store.ts'
import { ColumnHandle } from './ColumnHandle.tsx'
import classes from './table.module.css'
import { sortAlsoBy, sortBy } from './table-sort.ts'
import { isSortable } from './table-state.ts'
import { useColumnDrag } from './use-column-drag.ts'
import type { Arrangement } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'

interface HeaderCellProps {
  resource: Resource
  fieldKey: string
  table: ReturnType<typeof useTableState>
  arrangement: Arrangement
  /** Its width in pixels. */
  width: number
}

/** Shows a column's header: drag to reorder; click to sort, if the server can; drag its edge to resize. */
export function HeaderCell({ resource, fieldKey, table, arrangement, width }: HeaderCellProps) {
  const role = useRole()
  const field = findField(resource, fieldKey)
  const label = fieldLabel(resource, fieldKey)
  const drag = useColumnDrag((step) => arrangement.move(fieldKey, step))
  const rank = table.state.sort.findIndex((entry) => entry.field === fieldKey)
  const isDescending = table.state.sort[rank]?.isDescending
  // Only the primary sort column may use aria-sort (ARIA 1.2); the others say it in words.
  const direction = rank === 0 ? (isDescending ? 'descending' : 'ascending') : undefined
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={field && controlOf(field).isRight ? classes.right : undefined}
      data-sorted={rank >= 0 || undefined}
      data-column={fieldKey}
      {...drag}
    >
      {isSortable(resource, fieldKey, role) ? (
        <SortButton label={label} fieldKey={fieldKey} table={table} rank={rank} />
      ) : (
        <span className={classes.plainHead}>{label}</span>
      )}
      <ColumnHandle
        label={label}
        width={width}
        onDraw={(width) => arrangement.draw(fieldKey, width)}
        onResize={(width) => arrangement.resize(fieldKey, width)}
      />
    </th>
  )
}

interface SortButtonProps {
  label: string
  fieldKey: string
  table: ReturnType<typeof useTableState>
  /** Its position among the sorted columns, from 0; -1 if it isn't one. */
  rank: number
}

function SortButton({ label, fieldKey, table, rank }: SortButtonProps) {
  const { t } = useTranslation()
  const { sort } = table.state
  const isDescending = sort[rank]?.isDescending === true
  const change = (isAlso: boolean) =>
    table.change(({ sort: now }) => ({ sort: isAlso ? sortAlsoBy(now, fieldKey) : sortBy(now, fieldKey) }))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.shiftKey) return
    event.preventDefault()
    change(true)
  }
  const Arrow = isDescending ? IconArrowDown : IconArrowUp
  const direction = t(isDescending ? 'table.descending' : 'table.ascending')
  return (
    <button
      type="button"
      className={classes.sort}
      title={t('table.sortHint')}
      onClick={(event) => change(event.shiftKey)}
      onKeyDown={onKeyDown}
    >
      <span className={classes.headText}>{label}</span>
      {rank >= 0 && <Arrow size={14} stroke={2} aria-hidden />}
      {rank >= 0 && sort.length > 1 && (
        <span className="num" aria-hidden>
          {rank + 1}
        </span>
      )}
      {rank > 0 && <VisuallyHidden>, {t('table.sortedAlso', { rank: rank + 1, direction })}</VisuallyHidden>}
    </button>
  )
}
