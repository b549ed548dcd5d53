import { cancelExport, type ExportRun } from '@courtcrier/contract/calls/transfer.ts'
import { Button, Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import { useAction } from '../../ui/use-action.ts'
import { downloadExport } from './calls.ts'
import { ExportFailure, reasonOf } from './ExportFailure.tsx'
import './text.ts'
import classes from './transfer.module.css'
import { isUnderWay } from './use-export.ts'

const tones: Readonly<Record<ExportRun['status'], Tone>> = {
  waiting: 'busy',
  running: 'busy',
  done: 'ok',
  failed: 'bad',
  canceled: 'neutral',
}

/** Shows an export's progress, in words and as a bar. */
export function ExportState({ run }: { run: ExportRun }) {
  const { t } = useTranslation()
  const { status, reason, done, total } = run
  const rows =
    total === null ? t('transfer.rows', { count: done }) : t('transfer.of', { done: formatNumber(done), count: total })
  return (
    <div className={classes.state}>
      <span role="status">
        <StatusDot tone={tones[status]}>{t(`transfer.export.status.${status}`)}</StatusDot>
        {status === 'failed' && (
          <>
            {' '}
            <ExportFailure reason={reason} />
          </>
        )}
      </span>
      {isUnderWay(status) && (
        <>
          <Progress value={total ? (100 * done) / total : 0} aria-label={run.file_name} size="sm" animated />
          {status === 'running' && <small>{rows}</small>}
        </>
      )}
    </div>
  )
}

/** Cancels an export, or downloads its file. */
export function ExportActions({ run }: { run: ExportRun }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const cancel = useAction(async () => {
    await ask(cancelExport, { id: run.id })
    await queryClient.invalidateQueries({ queryKey: ['export_run'] })
  })
  const download = useAction(() => downloadExport(run))
  return (
    <>
      {isUnderWay(run.status) && (
        <Button size="compact-sm" variant="default" loading={cancel.isBusy} onClick={() => void cancel.run()}>
          {t('transfer.cancel')}
        </Button>
      )}
      {run.status === 'done' && (
        <Button size="compact-sm" loading={download.isBusy} onClick={() => void download.run()}>
          {t('transfer.download')}
        </Button>
      )}
      {cancel.failure && (
        <span role="alert" className={classes.failure}>
          {cancel.failure.message}
        </span>
      )}
      {download.failure && (
        <span role="alert">
          <ExportFailure reason={reasonOf(download.failure)} />
        </span>
      )}
    </>
  )
}
