import { type AnyRow, fieldAccess, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { ActionIcon, Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import '../../resource/form-text.ts'
import { isBooked } from '../../fields/offered.ts'
import { controlOf } from '../../fields/registry.ts'
import { fieldLabel, resourceLabel, resourceWord } from '../../i18n/labels.ts'
import { useFace } from '../../resource/face.ts'
import { NumberLink } from '../../resource/NumberLink.tsx'
import { RecordReference } from '../../resource/RecordReference.tsx'
import { newRecord, recordLink, recordPagePath } from '../../resource/record-address.ts'
import { useCanCreate } from '../../resource/use-can-create.ts'
import { filedRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatTotal, type Total } from '../../ui/format-total.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import table from '../../ui/plain-table.module.css'
import type { SearchParams } from '../../ui/search-params.ts'
import classes from './filed.module.css'
import { useListOfSection } from './use-list-of-section.ts'

const pageSize = 10
/** A section next to others shows fewer columns of each record than its own list. */
const mostColumns = 5

interface FiledSectionProps {
  under: string
  id: string
  /** The resource whose records are listed. */
  entity: string
  /** Whether to offer to create the first one. */
  isCreatable?: boolean | undefined
}

/** Lists the records of one kind under another record, page by page. */
export function FiledSection({ under, id, entity, isCreatable = false }: FiledSectionProps) {
  const { t } = useTranslation()
  const resource = getResource(entity)
  const { page, turn } = usePage(entity)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    // The entity comes first, so that the server's events about it reach the section.
    queryKey: [entity, 'filed', under, id, page],
    queryFn: ({ signal }) => filedRows(resource, { under, id }, { max: pageSize, offset: page * pageSize }, signal),
    placeholderData: keepPreviousData,
  })
  const link = useListOfSection({ under, id, entity })
  const headingId = `filed-${entity}`
  return (
    <section className={classes.section} aria-labelledby={headingId} aria-busy={isPlaceholderData}>
      <h2 id={headingId} className={classes.heading}>
        {resourceLabel(resource, 'many')}{' '}
        {data && (
          <NumberLink link={link} className="num" label={`${formatTotal(data)} ${resourceWord(resource, 'many')}`}>
            {formatTotal(data)}
          </NumberLink>
        )}
      </h2>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={2} />}
      {data && data.rows.length === 0 && <p className={classes.quiet}>{t('filed.none')}</p>}
      {data && data.rows.length === 0 && isCreatable && <CreateFirst resource={resource} />}
      {data && data.rows.length > 0 && (
        <Rows resource={resource} rows={data.rows} under={under} labelledBy={headingId} />
      )}
      {data && (page > 0 || data.total > pageSize) && (
        <Pager resource={resource} total={data} page={page} shown={data.rows.length} onTurn={turn} />
      )}
    </section>
  )
}

function CreateFirst({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  if (!useCanCreate(resource)) return null
  return (
    <Button variant="default" size="compact-md" renderRoot={(props) => <Link {...props} {...newRecord(resource)} />}>
      {t('formPanel.create', { record: resourceWord(resource, 'one') })}
    </Button>
  )
}

/** Manages the section's page in the address, next to those of the others. */
function usePage(entity: string): { page: number; turn: (page: number) => void } {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as SearchParams
  const key = `page.${entity}`
  const asked = Number(search[key])
  return {
    page: Number.isInteger(asked) && asked > 1 ? asked - 1 : 0,
    turn: (page) => {
      const next = ({ [key]: _, ...others }: SearchParams) =>
        page > 0 ? { ...others, [key]: String(page + 1) } : others
      void navigate({ to: '.', search: next as never, replace: true, resetScroll: false })
    },
  }
}

interface RowsProps {
  resource: Resource
  rows: readonly AnyRow[]
  under: string
  labelledBy: string
}

function Rows({ resource, rows, under, labelledBy }: RowsProps) {
  const role = useRole()
  const addressOf = useFace(resource).page ? recordPagePath : recordLink
  const keys = resource.list.columns
    .filter((key) => {
      const field = findField(resource, key)
      // All of them refer to the record this page is about.
      const isSaid = field?.kind === 'reference' && field.resource === under
      return field && !isSaid && isBooked(field) && fieldAccess(resource, key, role) !== 'DENY'
    })
    .slice(0, mostColumns)
  return (
    <table className={`${table.table} ${table.even} ${table.stacked} ${classes.table}`} aria-labelledby={labelledBy}>
      <thead>
        <tr>
          {keys.map((key) => (
            <th key={key} scope="col">
              {fieldLabel(resource, key)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={String(row.id)}>
            {keys.map((key, index) => (
              <td key={key} data-label={fieldLabel(resource, key)}>
                {index === 0 ? (
                  <Link to={addressOf(resource, String(row.id))}>
                    <Value resource={resource} fieldKey={key} row={row} />
                  </Link>
                ) : (
                  <Linked resource={resource} fieldKey={key} row={row} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Shows a value, as a link if it is another record. */
function Linked({ resource, fieldKey, row }: { resource: Resource; fieldKey: string; row: AnyRow }) {
  const field = findField(resource, fieldKey)
  const id = row[fieldKey]
  if (field?.kind === 'reference' && field.resource && typeof id === 'string')
    return <RecordReference entity={field.resource} id={id} />
  return <Value resource={resource} fieldKey={fieldKey} row={row} />
}

/** Shows the record's kind if it has no name: a link needs a text. */
function Value({ resource, fieldKey, row }: { resource: Resource; fieldKey: string; row: AnyRow }) {
  const field = findField(resource, fieldKey)
  if (!field) return null
  const isNameless = fieldKey === resource.list.columns[0] && (row[fieldKey] === null || row[fieldKey] === '')
  if (isNameless) return <>{resourceLabel(resource, 'one')}</>
  const { Cell } = controlOf(field)
  return <Cell value={row[fieldKey]} field={field} />
}

interface PagerProps {
  resource: Resource
  total: Total
  page: number
  shown: number
  onTurn: (page: number) => void
}

function Pager({ resource, total, page, shown, onTurn }: PagerProps) {
  const { t } = useTranslation()
  const from = page * pageSize + 1
  const isLast = !total.isAtLeast && (page + 1) * pageSize >= total.total
  const records = resourceWord(resource, 'many')
  return (
    <nav className={classes.pager} aria-label={t('filed.pages', { records })}>
      <span className="num" role="status">
        {t('filed.range', { from, to: from + shown - 1, total: formatTotal(total) })}
      </span>
      <ActionIcon
        variant="default"
        aria-label={t('list.previous')}
        disabled={page === 0}
        onClick={() => onTurn(page - 1)}
      >
        <IconChevronLeft size={16} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={t('list.next')} disabled={isLast} onClick={() => onTurn(page + 1)}>
        <IconChevronRight size={16} />
      </ActionIcon>
    </nav>
  )
}
