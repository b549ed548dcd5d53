import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { cellOf } from '../fields/cells.ts'
import { useRole } from '../session/session-store.ts'
import { ColumnHandle } from './ColumnHandle.tsx'
import { fieldLabel } from './labels.ts'
import classes from './table.module.css'
import { sortAlsoBy, sortBy } from './table-sort.ts'
import { isSortable } from './table-state.ts'
import { useColumnDrag } from './use-column-drag.ts'
import { type Arrangement, widthOf } from './use-table-layout.ts'
import type { useTableState } from './use-table-state.ts'

interface HeaderCellProps {
  resource: Resource
  fieldKey: string
  table: ReturnType<typeof useTableState>
  arrangement: Arrangement
}

/** A column's name, dragged to another place; a button that sorts by it where the server can; and its edge, which gives it its width. */
export function HeaderCell({ resource, fieldKey, table, arrangement }: HeaderCellProps) {
  const role = useRole()
  const field = findField(resource, fieldKey)
  const label = fieldLabel(resource, fieldKey)
  const drag = useColumnDrag((step) => arrangement.move(fieldKey, step))
  const rank = table.state.sort.findIndex((entry) => entry.field === fieldKey)
  const isDescending = table.state.sort[rank]?.isDescending
  // Only the column that decides first may say so (ARIA 1.2, aria-sort); the others say it in words.
  const direction = rank === 0 ? (isDescending ? 'descending' : 'ascending') : undefined
  return (
    <th
      scope="col"
      aria-sort={direction}
      className={field && cellOf(field).isRight ? classes.right : undefined}
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
        width={widthOf(resource, arrangement.layout, fieldKey)}
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
  /** Which of the sorted columns it is, from 0; -1 when it is none. */
  rank: number
}

function SortButton({ label, fieldKey, table, rank }: SortButtonProps) {
  const { t } = useTranslation()
  const { sort } = table.state
  const isDescending = sort[rank]?.isDescending === true
  const change = (isAlso: boolean) =>
    table.change({ sort: isAlso ? sortAlsoBy(sort, fieldKey) : sortBy(sort, fieldKey) })
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
