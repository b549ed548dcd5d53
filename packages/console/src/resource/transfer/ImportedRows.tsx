import type { ImportState, RowKind, ShownError, ShownRow } from '@courtcrier/contract/calls/imports.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/labels.ts'
import { sentenceOf } from '../../i18n/problem-sentence.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import { translated } from '../../ui/translated.ts'
import { fieldKey, importRows, rowPage } from './calls.ts'
import classes from './transfer.module.css'

interface ImportedRowsProps {
  resource: Resource
  state: ImportState
  kind: RowKind
}

/** Shows the rows of one kind, as far as they are stored. */
export default function ImportedRows({ resource, state, kind }: ImportedRowsProps) {
  const { t } = useTranslation()
  const { data, error, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery({
    queryKey: ['import_run', 'rows', state.id, state.status, kind],
    queryFn: ({ pageParam }) => importRows(state.id, kind, pageParam),
    initialPageParam: 0,
    getNextPageParam: ({ kept }, pages) => (pages.length * rowPage < kept ? pages.length * rowPage : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows count={4} />
  const rows = data.pages.flatMap((page) => page.rows)
  const errors = data.pages.flatMap((page) => page.errors)
  const shown = rows.length + errors.length
  const kept = data.pages.at(-1)?.kept ?? 0
  if (shown === 0) return <p className={classes.note}>{t('transfer.import.noRows')}</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it (WCAG 2.1.1) */}
      <section className={classes.scroller} tabIndex={0} aria-label={t(`transfer.import.kind.${kind}`)}>
        {kind === 'error' ? <ErrorTable errors={errors} /> : <RowTable resource={resource} rows={rows} />}
      </section>
      <div className={classes.actions}>
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('transfer.import.more')}
          </Button>
        )}
        <span className={classes.hint} role="status">
          {t('transfer.import.shown', { shown: formatNumber(shown), total: formatNumber(kept) })}
          {kept < state.counts[kind] && ` ${t('transfer.import.most', { most: formatNumber(kept) })}`}
          {kind === 'error' &&
            state.has_rejected &&
            kept >= state.kept_rows &&
            ` ${t('transfer.import.mostErrors', { most: formatNumber(kept) })}`}
        </span>
      </div>
    </>
  )
}

function ErrorTable({ errors }: { errors: readonly ShownError[] }) {
  const { t } = useTranslation()
  return (
    <table className={classes.table}>
      <Head keys={['row', 'errorColumn', 'found', 'expected', 'fix']} />
      <tbody>
        {errors.map(({ row, column, found, cells, code, expected, fix }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a row may have several errors, and their order never changes
          <tr key={index}>
            <td className="num">{row === 0 ? t('transfer.import.missingRow') : row}</td>
            <th scope="row">{column}</th>
            <td>
              {cells === undefined
                ? found || <i>{t('transfer.import.nothing')}</i>
                : t('transfer.import.cells', { count: cells })}
            </td>
            <td>{code === undefined ? translated(expected) : sentenceOf(code)}</td>
            <td>{translated(fix)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function RowTable({ resource, rows }: { resource: Resource; rows: readonly ShownRow[] }) {
  const { t } = useTranslation()
  return (
    <table className={classes.table}>
      <Head keys={['row', 'record', 'changes']} />
      <tbody>
        {rows.map(({ row, id, title, changes }) => (
          <tr key={id}>
            <td className="num">{row === 0 ? t('transfer.import.missingRow') : row}</td>
            <th scope="row">{title ?? id}</th>
            <td>
              <ul className={classes.changes}>
                {changes.map(({ field, before, after }) => (
                  <li key={field}>
                    <b>{fieldLabel(resource, fieldKey(field))}</b>{' '}
                    {before && (
                      <>
                        <del>{before}</del> <span aria-hidden>→</span>{' '}
                      </>
                    )}
                    <ins>{after || t('transfer.import.nothing')}</ins>
                  </li>
                ))}
              </ul>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Head({ keys }: { keys: readonly string[] }) {
  const { t } = useTranslation()
  return (
    <thead>
      <tr>
        {keys.map((key) => (
          <th key={key} scope="col">
            {t(`transfer.import.${key}`)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
