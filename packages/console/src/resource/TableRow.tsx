import { type AnyRow, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type KeyboardEvent, type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import { faceOf } from '../fields/registry.ts'
import classes from './table.module.css'
import { withOpen } from './use-table-state.ts'

interface TableRowProps {
  resource: Resource
  keys: readonly string[]
  /** The column that names the record and leads to it. */
  titleKey: string | undefined
  row: AnyRow
  rowIndex: number
  isCurrent: boolean
  isOpen: boolean
  isSelected: boolean
  /** Whether an empty cell takes the room that the columns leave. */
  hasRest: boolean
  /** With `isRange` for all rows from the last one ticked to this one. */
  onToggle: (isRange: boolean) => void
  onFocus: () => void
  onOpen: () => void
}

/** Drawn anew only when what it shows is another: the page around it changes with every key. */
export const TableRow = memo(DrawnRow, isSame)

function DrawnRow(props: TableRowProps) {
  const { t } = useTranslation()
  const { resource, keys, titleKey, row, rowIndex, isCurrent, isOpen, isSelected, hasRest } = props
  const { onToggle, onFocus, onOpen } = props
  const id = String(row.id)
  const title = String(row[resource.title] ?? id)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.target !== event.currentTarget) return
    event.preventDefault()
    onOpen()
  }
  // The whole row opens, except where something in it does something of its own or text is being selected.
  const onClick = (event: MouseEvent<HTMLElement>) => {
    const isOwn = event.target instanceof Element && event.target.closest('a, button, input, label')
    if (!isOwn && !window.getSelection()?.toString()) onOpen()
  }
  return (
    <tr
      aria-rowindex={rowIndex}
      aria-selected={isSelected || undefined}
      data-current={isCurrent || undefined}
      data-open={isOpen || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onClick}
    >
      <td className={classes.tick}>
        <Checkbox
          size="xs"
          aria-label={t('list.selectRow', { title })}
          checked={isSelected}
          onChange={({ nativeEvent }) => onToggle(nativeEvent instanceof globalThis.MouseEvent && nativeEvent.shiftKey)}
        />
      </td>
      {keys.map((key) => {
        const field = findField(resource, key)
        if (!field) return null
        const { Cell, isRight } = faceOf(field)
        const cell = <Cell value={row[key]} field={field} />
        return (
          <td key={key} className={isRight ? classes.right : undefined}>
            {key === titleKey ? (
              <Link to={resource.route} search={withOpen(id)} className={classes.title} preload={false}>
                {hasText(row[key]) ? cell : title}
              </Link>
            ) : (
              <div className={classes.cell}>{cell}</div>
            )}
          </td>
        )
      })}
      {hasRest && <td aria-hidden className={classes.rest} />}
    </tr>
  )
}

function hasText(value: unknown): boolean {
  return value !== null && value !== undefined && value !== ''
}

function isSame(a: TableRowProps, b: TableRowProps): boolean {
  return (
    a.row === b.row &&
    a.keys === b.keys &&
    a.rowIndex === b.rowIndex &&
    a.isCurrent === b.isCurrent &&
    a.isOpen === b.isOpen &&
    a.hasRest === b.hasRest &&
    a.isSelected === b.isSelected
  )
}
