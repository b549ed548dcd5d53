import { routeAccess } from '@courtcrier/contract/access.ts'
import { importRun } from '@courtcrier/contract/resources/import-run.ts'
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import './menu-text.ts'
import './text.ts'
import { type ExportRun, listExports, removeExport } from '@courtcrier/contract/calls/transfer.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { resourceLabel } from '../../i18n/labels.ts'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatNumber } from '../../ui/format-number.ts'
import { formatDateTime } from '../../ui/format-time.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { useAction } from '../../ui/use-action.ts'
import { ExportActions, ExportState } from './ExportLine.tsx'
import { OwnImports } from './OwnImports.tsx'
import { RunTable } from './RunTable.tsx'
import classes from './transfer.module.css'
import { isUnderWay, useExport } from './use-export.ts'

/** Shows the user's own exports with their files, their own imports, and a link to everyone's. */
export default function ExportsScreen() {
  const { t } = useTranslation()
  const canSeeImports = routeAccess('firmAccess', useRole()) !== 'DENY'
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('transfer.place')}
        actions={
          canSeeImports && (
            <Button variant="default" renderRoot={(props) => <Link {...props} to={importRun.route} />}>
              {t('transfer.imports')}
            </Button>
          )
        }
      />
      <div className={classes.content}>
        <h2 className={classes.heading}>{t('transfer.exports')}</h2>
        <Exports />
        <h2 className={classes.heading}>{t('transfer.ownImports')}</h2>
        <OwnImports />
      </div>
    </div>
  )
}

function Exports() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['export_run', 'list'],
    queryFn: async ({ signal }) => (await ask(listExports, {}, { signal })).exports,
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows count={3} />
  if (data.length === 0)
    return <EmptyState title={t('transfer.export.emptyTitle')} text={t('transfer.export.emptyText')} />
  return <ExportTable runs={data} />
}

function ExportTable({ runs }: { runs: readonly ExportRun[] }) {
  const { t } = useTranslation()
  return (
    <RunTable label={t('transfer.exports')} columns={['file', 'state', 'size', 'made', 'actions']}>
      {runs.map((run) => (
        <ExportRow key={run.id} listed={run} />
      ))}
    </RunTable>
  )
}

function ExportRow({ listed }: { listed: ExportRun }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const run = useExport(listed.id) ?? listed
  const resource = findResource(run.entity)
  const remove = useAction(async () => {
    await ask(removeExport, { id: run.id })
    await queryClient.invalidateQueries({ queryKey: ['export_run', 'list'] })
  })
  return (
    <tr>
      <th scope="row">
        {run.file_name}
        {resource && <small>{resourceLabel(resource, 'many')}</small>}
      </th>
      <td>
        <ExportState run={run} />
      </td>
      <td className="num">{run.status === 'done' ? formatNumber(run.done) : ''}</td>
      <td>
        {formatDateTime(run.created_at)}
        {run.status === 'done' && run.expires_at && (
          <small>{t('transfer.kept', { time: formatDateTime(run.expires_at) })}</small>
        )}
      </td>
      <td className={classes.actions}>
        <ExportActions run={run} />
        {!isUnderWay(run.status) && (
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`${t('transfer.remove')}: ${run.file_name}`}
            loading={remove.isBusy}
            onClick={() => void remove.run()}
          >
            {t('transfer.remove')}
          </Button>
        )}
      </td>
    </tr>
  )
}
