import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { faceOf } from '../fields/registry.ts'
import { useRole } from '../session/session-store.ts'
import { fieldLabel } from './labels.ts'
import classes from './list.module.css'
import { isSortable } from './table-state.ts'
import type { useTableState } from './use-table-state.ts'

interface HeaderCellProps {
  resource: Resource
  fieldKey: string
  table: ReturnType<typeof useTableState>
}

/** A column's name; a button that sorts by it where the server can. */
export function HeaderCell({ resource, fieldKey, table }: HeaderCellProps) {
  const role = useRole()
  const field = findField(resource, fieldKey)
  const label = fieldLabel(resource, fieldKey)
  const [sort] = table.state.sort
  const direction = sort?.field === fieldKey ? (sort.isDescending ? 'descending' : 'ascending') : undefined
  const className = field && faceOf(field).isRight ? classes.right : undefined
  if (!isSortable(resource, fieldKey, role)) {
    return (
      <th scope="col" className={className}>
        {label}
      </th>
    )
  }
  const toggle = () => table.change({ sort: [{ field: fieldKey, isDescending: direction === 'ascending' }] })
  const Arrow = direction === 'descending' ? IconArrowDown : IconArrowUp
  return (
    <th scope="col" aria-sort={direction} className={className}>
      <button type="button" className={classes.sort} onClick={toggle}>
        {label}
        {direction && <Arrow size={14} stroke={2} aria-hidden />}
      </button>
    </th>
  )
}
