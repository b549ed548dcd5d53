import { isDateKind } from '@courtcrier/contract/date-filters.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { VisuallyHidden } from '@mantine/core'
import { IconFilter, IconX } from '@tabler/icons-react'
import { type Ref, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedFilter, type FilterChange } from '../fields/choosing.ts'
import { isOffered } from '../fields/offered.ts'
import { RecordTitle } from '../fields/RecordTitle.tsx'
import { ResourceNameCell } from '../fields/text.tsx'
import { choiceLabel, fieldLabel } from '../i18n/labels.ts'
import { useRole } from '../session/session-store.ts'
import { formatDate, formatHour } from '../ui/format-time.ts'
import { LatePopup, type PopupHandle } from '../ui/LatePopup.tsx'
import classes from './list.module.css'
import { hasDate, offeredFilters, type TableState } from './table-state.ts'
import type { useTableState } from './use-table-state.ts'

const loadEditor = () => import('./FilterEditor.tsx')
const loadList = () => import('./FilterList.tsx')

interface FilterChipsProps {
  /** The menu of fields to filter by. */
  menu?: Ref<PopupHandle>
  resource: Resource
  table: ReturnType<typeof useTableState>
}

/** Shows one chip per filter, edited in place; a new filter is a chip before it has a value. */
export function FilterChips({ resource, table, menu }: FilterChipsProps) {
  const { filters } = table.state
  const [editing, setEditing] = useState<string>()
  const put = (key: string, change: FilterChange) =>
    table.change(({ filters: now }) => ({ filters: withFilter(now, key, change) }), { replace: true })
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
          onChange={(change) => put(key, change)}
        />
      ))}
      <AddFilter menu={menu} resource={resource} state={table.state} onAdd={setEditing} />
    </>
  )
}

/** Returns the filters with a change to a field's. */
function withFilter(filters: readonly Filter[], key: string, change: FilterChange): readonly Filter[] {
  const others = filters.filter(({ field }) => field !== key)
  const filter = changedFilter(
    filters.find(({ field }) => field === key),
    change,
  )
  return filter ? [...others, filter] : others
}

interface ChipProps {
  resource: Resource
  fieldKey: string
  filter: Filter | undefined
  /** The entity the filters are about, if there is just one. */
  entity: string | undefined
  isEditing: boolean
  onEdit: (isOpen: boolean) => void
  onChange: (change: FilterChange) => void
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

interface FilterTextProps {
  filter: Filter
  field: Field
  /** The entity that IDs in this filter belong to, if another filter names it. */
  entity?: string | undefined
}

/** Describes a filter in a few words. */
function FilterText({ filter, field, entity }: FilterTextProps) {
  const { t } = useTranslation()
  if ('contains' in filter) return <b>“{filter.contains}”</b>
  if ('isEmpty' in filter) return <b>{t(filter.isEmpty ? 'filter.empty' : 'filter.notEmpty')}</b>
  if ('in' in filter) return <ChoiceText values={filter.in} field={field} entity={entity} />
  const show = (text: string) => (isDateKind(field) ? formatDate(text) : text)
  const { from, to, hour } = filter
  const between = from && to ? t('filter.between', { from: show(from), to: show(to) }) : undefined
  if (hour !== undefined) return <b>{[between, formatHour(hour)].filter(Boolean).join(', ')}</b>
  if (between) return <b>{between}</b>
  return <b>{from ? t('filter.atLeast', { from: show(from) }) : t('filter.atMost', { to: show(to ?? '') })}</b>
}

function ChoiceText({ values, field, entity }: Omit<FilterTextProps, 'filter'> & { values: readonly string[] }) {
  const { t } = useTranslation()
  const [first = ''] = values
  if (field.kind === 'boolean')
    return <b>{values.map((value) => t(value === 'true' ? 'input.yes' : 'input.no')).join(', ')}</b>
  if (field.kind === 'select') return <b>{values.map((value) => choiceLabel(field, value)).join(', ')}</b>
  return (
    <b>
      <Value field={field} entity={entity} value={first} />
      {values.length > 1 && ` +${values.length - 1}`}
    </b>
  )
}

function Value({ field, entity, value }: Omit<FilterTextProps, 'filter'> & { value: string }) {
  const of = field.resource ?? (field.holds === 'recordId' ? entity : undefined)
  if (of) return <RecordTitle entity={of} id={value} />
  return field.holds === 'resource' ? <ResourceNameCell name={value} /> : value
}

function entityOf(resource: Resource, filters: readonly Filter[]): string | undefined {
  const about = filters.find(({ field }) => findField(resource, field)?.holds === 'resource')
  return about && 'in' in about && about.in.length === 1 ? about.in[0] : undefined
}

function AddFilter({
  menu,
  resource,
  state,
  onAdd,
}: {
  menu: Ref<PopupHandle> | undefined
  resource: Resource
  state: TableState
  onAdd: (key: string) => void
}) {
  const { t } = useTranslation()
  const role = useRole()
  const used = new Set(state.filters.map((filter) => filter.field))
  const keys = offeredFilters(resource, role).filter((key) => {
    const field = findField(resource, key)
    return field && isOffered(field) && !used.has(key)
  })
  if (keys.length === 0) return null
  return (
    <LatePopup
      kind="menu"
      handle={menu}
      load={loadList}
      props={{ resource, keys, hasDate: hasDate(state, resource), onAdd }}
      target={(target) => (
        <button {...target} type="button" className={classes.addFilter}>
          <IconFilter size={14} aria-hidden /> {t('list.addFilter')}
        </button>
      )}
    />
  )
}
