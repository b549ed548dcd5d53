import type { Filter } from '@courtcrier/contract/query.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOffered } from '../fields/offered.ts'
import { useRole } from '../session/session-store.ts'
import { LatePopup } from '../ui/LatePopup.tsx'
import { FilterText } from './FilterText.tsx'
import { fieldLabel } from './labels.ts'
import classes from './list.module.css'
import { filterKeys, isDateKind } from './table-state.ts'
import type { useTableState } from './use-table-state.ts'

const loadEditor = () => import('./FilterEditor.tsx')
const loadList = () => import('./FilterList.tsx')

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
          entity={entityOf(resource, filters)}
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
  /** What the filters say that rows are about, where it is one entity. */
  entity: string | undefined
  isEditing: boolean
  onEdit: (isOpen: boolean) => void
  onChange: (filter: Filter | undefined) => void
}

function Chip({ resource, fieldKey, filter, entity, isEditing, onEdit, onChange }: ChipProps) {
  const { t } = useTranslation()
  const label = fieldLabel(resource, fieldKey)
  const field = findField(resource, fieldKey)
  if (!field) return null
  return (
    <span className={classes.chip}>
      <LatePopup
        kind="dialog"
        load={loadEditor}
        props={{ name: fieldKey, label: t('filter.edit', { field: label }), field, filter, onChange }}
        isOpen={isEditing}
        onChange={onEdit}
        target={(target) => (
          <button {...target} type="button">
            {label} {filter && <FilterText filter={filter} field={field} entity={entity} />}
            <VisuallyHidden>, {t('filter.change')}</VisuallyHidden>
          </button>
        )}
      />
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
  )
}

function entityOf(resource: Resource, filters: readonly Filter[]): string | undefined {
  const about = filters.find(({ field }) => findField(resource, field)?.holds === 'resource')
  return about && 'in' in about && about.in.length === 1 ? about.in[0] : undefined
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
    <LatePopup
      kind="menu"
      load={loadList}
      props={{ resource, keys, hasDate, onAdd }}
      target={(target) => (
        <button {...target} type="button" data-add-filter className={classes.addFilter}>
          <IconFilter size={14} aria-hidden /> {t('list.addFilter')}
        </button>
      )}
    />
  )
}
