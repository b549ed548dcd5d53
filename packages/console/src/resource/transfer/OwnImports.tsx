import type { ImportLine, ImportState } from '@courtcrier/contract/calls/imports.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { resourceLabel } from '../../i18n/labels.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import { listImports } from './calls.ts'
import { importRoute } from './importable.ts'
import { RunTable } from './RunTable.tsx'

const tones: Readonly<Record<ImportState['status'], Tone>> = {
  uploaded: 'neutral',
  waiting: 'busy',
  running: 'busy',
  checked: 'warn',
  committed: 'ok',
  committed_with_warnings: 'warn',
  stopped: 'bad',
  canceled: 'neutral',
  failed: 'bad',
}

/** Shows the imports a user started, each linking to its progress. */
export function OwnImports() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['import_run', 'mine'],
    queryFn: ({ signal }) => listImports(signal),
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows count={3} />
  if (data.length === 0)
    return <EmptyState title={t('transfer.import.emptyTitle')} text={t('transfer.import.emptyText')} />
  return (
    <RunTable label={t('transfer.ownImports')} columns={['file', 'state', 'size', 'made']}>
      {data.map((line) => (
        <Line key={line.id} line={line} />
      ))}
    </RunTable>
  )
}

function Line({ line }: { line: ImportLine }) {
  const { t } = useTranslation()
  const resource = findResource(line.entity)
  return (
    <tr>
      <th scope="row">
        {resource ? (
          <Link to={importRoute(resource)} search={{ run: line.id }}>
            {line.file_name}
          </Link>
        ) : (
          line.file_name
        )}
        {resource && <small>{resourceLabel(resource, 'many')}</small>}
      </th>
      <td>
        <StatusDot tone={tones[line.status]}>{t(`transfer.import.status.${line.status}`)}</StatusDot>
      </td>
      <td className="num">{formatNumber(line.total)}</td>
      <td>{formatDateTime(line.created_at)}</td>
    </tr>
  )
}
