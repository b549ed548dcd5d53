import type { Filter } from '@courtcrier/contract/query.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { Menu, Popover, VisuallyHidden } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOffered } from '../fields/offered.ts'
import { useRole } from '../session/session-store.ts'
import { FilterText } from './FilterText.tsx'
import { fieldLabel } from './labels.ts'
import classes from './list.module.css'
import { filterKeys, isDateKind } from './table-state.ts'
import type { useTableState } from './use-table-state.ts'

// What a filter is chosen with is loaded when the first one is changed.
const FilterEditor = lazy(() => import('./FilterEditor.tsx'))

interface FilterChipsProps {
  resource: Resource
  table: ReturnType<typeof useTableState>
}

/** One chip a filter, changed in place; the one being added is a chip before it says anything. */
export function FilterChips({ resource, table }: FilterChipsProps) {
  const { filters } = table.state
  const [editing, setEditing] = useState<string>()
  const put = (key: string, filter: Filter | undefined) => {
    const others = filters.filter((known) => known.field !== key)
    table.change({ filters: filter ? [...others, filter] : others }, { replace: true })
  }
  const isNew = editing !== undefined && !filters.some((filter) => filter.field === editing)
  const keys = [...filters.map((filter) => filter.field), ...(isNew ? [editing] : [])]
  return (
    <>
      {keys.map((key) => (
        <Chip
          key={key}
          resource={resource}
          fieldKey={key}
          filter={filters.find((filter) => filter.field === key)}
          isEditing={editing === key}
          onEdit={(isOpen) => setEditing(isOpen ? key : undefined)}
          onChange={(filter) => put(key, filter)}
        />
      ))}
      <AddFilter resource={resource} filters={filters} onAdd={setEditing} />
    </>
  )
}

interface ChipProps {
  resource: Resource
  fieldKey: string
  filter: Filter | undefined
  isEditing: boolean
  onEdit: (isOpen: boolean) => void
  onChange: (filter: Filter | undefined) => void
}

function Chip({ resource, fieldKey, filter, isEditing, onEdit, onChange }: ChipProps) {
  const { t } = useTranslation()
  const label = fieldLabel(resource, fieldKey)
  const field = findField(resource, fieldKey)
  if (!field) return null
  return (
    <Popover opened={isEditing} onChange={onEdit} trapFocus returnFocus position="bottom-start" width={300}>
      <span className={classes.chip}>
        <Popover.Target>
          <button type="button" onClick={() => onEdit(!isEditing)}>
            {label} {filter && <FilterText filter={filter} field={field} />}
            <VisuallyHidden>, {t('filter.change')}</VisuallyHidden>
          </button>
        </Popover.Target>
        <button
          type="button"
          className={classes.chipRemove}
          aria-label={t('filter.remove', { field: label })}
          onClick={() => {
            onEdit(false)
            onChange(undefined)
          }}
        >
          <IconX size={13} aria-hidden />
        </button>
      </span>
      <Popover.Dropdown aria-label={t('filter.edit', { field: label })}>
        <Suspense>
          <FilterEditor name={fieldKey} field={field} filter={filter} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}

function AddFilter({
  resource,
  filters,
  onAdd,
}: {
  resource: Resource
  filters: readonly Filter[]
  onAdd: (key: string) => void
}) {
  const { t } = useTranslation()
  const role = useRole()
  const used = new Set(filters.map((filter) => filter.field))
  const hasDate = filters.some((filter) => isDateKind(findField(resource, filter.field)))
  const keys = filterKeys(resource, role).filter((key) => {
    const field = findField(resource, key)
    return field && isOffered(field) && !used.has(key)
  })
  if (keys.length === 0) return null
  return (
    <Menu position="bottom-start" withinPortal={false}>
      <Menu.Target>
        <button type="button" data-add-filter className={classes.addFilter}>
          <IconFilter size={14} aria-hidden /> {t('list.addFilter')}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.columnMenu}>
        <Menu.Label>{t('list.filterBy')}</Menu.Label>
        {keys.map((key) => {
          const isSecondDate = hasDate && isDateKind(findField(resource, key))
          return (
            <Menu.Item
              key={key}
              disabled={isSecondDate}
              title={isSecondDate ? t('list.oneDateFilter') : undefined}
              onClick={() => onAdd(key)}
            >
              {fieldLabel(resource, key)}
            </Menu.Item>
          )
        })}
        {hasDate && <Menu.Label>{t('list.oneDateFilter')}</Menu.Label>}
      </Menu.Dropdown>
    </Menu>
  )
}
