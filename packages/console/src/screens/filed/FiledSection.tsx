import { type AnyRow, fieldAccess, findField, type Resource } from '@courtcrier/contract/resource.ts'
import { getResource } from '@courtcrier/contract/resources/registry.ts'
import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { SearchParams } from '../../app/search-params.ts'
import { cellOf } from '../../fields/cells.ts'
import { isBooked } from '../../fields/offered.ts'
import { fieldLabel, resourceLabel, resourceWord } from '../../resource/labels.ts'
import { recordLink } from '../../resource/record-link.ts'
import { filedRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatTotal, type Total } from '../../ui/format-total.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import table from '../../ui/plain-table.module.css'
import { hasRecordPage, recordPagePath } from '../record-page-path.ts'
import classes from './filed.module.css'

const pageSize = 10
/** A page beside others shows less of each record than its own list. */
const mostColumns = 5

interface FiledSectionProps {
  under: string
  id: string
  /** The resource whose records are listed. */
  entity: string
}

/** The records of one sort under a matter or client, page by page. */
export function FiledSection({ under, id, entity }: FiledSectionProps) {
  const { t } = useTranslation()
  const resource = getResource(entity)
  const { page, turn } = usePage(entity)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    // The entity comes first, so that the server's words about it reach the section.
    queryKey: [entity, 'filed', under, id, page],
    queryFn: ({ signal }) => filedRows(resource, { under, id }, { max: pageSize, offset: page * pageSize }, signal),
    placeholderData: keepPreviousData,
  })
  const headingId = `filed-${entity}`
  return (
    <section className={classes.section} aria-labelledby={headingId} aria-busy={isPlaceholderData}>
      <h2 id={headingId} className={classes.heading}>
        {resourceLabel(resource, 'many')} {data && <span className="num">{formatTotal(data)}</span>}
      </h2>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={2} />}
      {data && data.rows.length === 0 && <p className={classes.quiet}>{t('filed.none')}</p>}
      {data && data.rows.length > 0 && (
        <Rows resource={resource} rows={data.rows} under={under} labelledBy={headingId} />
      )}
      {data && (page > 0 || data.total > pageSize) && (
        <Pager resource={resource} total={data} page={page} shown={data.rows.length} onTurn={turn} />
      )}
    </section>
  )
}

/** Which page of a section is shown stands in the address, beside those of the others. */
function usePage(entity: string): { page: number; turn: (page: number) => void } {
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as SearchParams
  const key = `page.${entity}`
  const asked = Number(search[key])
  return {
    page: Number.isInteger(asked) && asked > 1 ? asked - 1 : 0,
    turn: (page) => {
      const { [key]: _, ...others } = search
      const next = page > 0 ? { ...others, [key]: String(page + 1) } : others
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
  const keys = resource.list.columns
    .filter((key) => {
      const field = findField(resource, key)
      // All of them lead to the record whose page this is.
      const isSaid = field?.kind === 'reference' && field.resource === under
      return field && !isSaid && isBooked(field) && fieldAccess(resource, key, role) !== 'DENY'
    })
    .slice(0, mostColumns)
  return (
    <table className={`${table.table} ${table.even} ${classes.table}`} aria-labelledby={labelledBy}>
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
                  <Value resource={resource} fieldKey={key} row={row} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function addressOf(resource: Resource, id: string): string {
  return hasRecordPage(resource.name) ? recordPagePath(resource, id) : recordLink(resource, id)
}

/** What has no name yet is called by its sort: a link must say something. */
function Value({ resource, fieldKey, row }: { resource: Resource; fieldKey: string; row: AnyRow }) {
  const field = findField(resource, fieldKey)
  if (!field) return null
  const isNameless = fieldKey === resource.list.columns[0] && (row[fieldKey] === null || row[fieldKey] === '')
  if (isNameless) return <>{resourceLabel(resource, 'one')}</>
  const { Cell } = cellOf(field)
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
