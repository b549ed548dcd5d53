import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button, Progress } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { type ImportState, type RowKind, rowKinds } from '@courtcrier/contract/calls/imports.ts'
import { resourceWord } from '../../i18n/labels.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import { lazy } from '../../ui/lazy.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { cancelImport, downloadRejected, startImport } from './calls.ts'
import classes from './transfer.module.css'
import { UndoImport } from './UndoImport.tsx'
import { isUnderWay } from './use-export.ts'
import type { useImport } from './use-import.ts'

const ImportedRows = lazy(() => import('./ImportedRows.tsx'))

interface RunViewProps {
  resource: Resource
  watched: ReturnType<typeof useImport>
  /** Returns to the columns. */
  onMap?: () => void
  onAnother?: () => void
}

/** Shows an import that is running or has ended: its progress, the results for its rows, and the available actions. */
export function RunView(props: RunViewProps) {
  const { state } = props.watched
  if (!state) return null
  return isUnderWay(state.status) ? <Running {...props} state={state} /> : <Ended {...props} state={state} />
}

type Known = RunViewProps & { state: ImportState }

function Running({ watched, state }: Known) {
  const { t } = useTranslation()
  const { progress, refresh } = watched
  const cancel = useAction(async () => {
    await cancelImport(state.id)
    await refresh()
  })
  const done = progress?.done ?? 0
  const title = t(state.status === 'waiting' ? 'transfer.import.waiting' : `transfer.import.running.${state.mode}`)
  return (
    <section className={classes.progress} aria-label={title}>
      <div role="status">
        <h2 className={classes.heading}>{title}</h2>
      </div>
      <Progress value={state.total > 0 ? (100 * done) / state.total : 0} aria-label={title} animated />
      <p className={classes.note}>{t('transfer.of', { done: formatNumber(done), count: state.total })}</p>
      <p className={classes.hint}>{t('transfer.import.leave')}</p>
      <div className={classes.actions}>
        <Button variant="default" loading={cancel.isBusy} onClick={() => void cancel.run()}>
          {t('transfer.cancel')}
        </Button>
        {cancel.failure && (
          <span role="alert" className={classes.failure}>
            {cancel.failure.message}
          </span>
        )}
      </div>
    </section>
  )
}

function Ended(props: Known) {
  const { t } = useTranslation()
  const { state } = props
  const hasRows = !['uploaded', 'canceled', 'failed'].includes(state.status) && state.counts.rows > 0
  return (
    <>
      <div className={classes.outcome}>
        <div role="status">
          <h2 className={classes.heading}>{t(`transfer.import.${sentenceOf(state)}`)}</h2>
        </div>
        {state.reason && <p className={classes.warning}>{translated(state.reason)}</p>}
        <p className={classes.note}>
          {t('transfer.import.received', {
            name: state.file_name,
            rows: t('transfer.rows', { count: state.counts.rows || state.total }),
          })}
        </p>
      </div>
      <Actions {...props} />
      {hasRows && <RowKinds resource={props.resource} state={state} />}
    </>
  )
}

function sentenceOf({ status, mode, counts }: ImportState): string {
  if (status === 'checked') return counts.error > 0 ? 'checkedErrors' : 'checked'
  if (status === 'stopped') return mode === 'dry_run' ? 'stoppedCheck' : 'stopped'
  if (status === 'committed_with_warnings') return 'committedWarnings'
  return status === 'uploaded' ? 'mapTitle' : status
}

function Actions({ resource, watched, state, onMap, onAnother }: Known) {
  const { t } = useTranslation()
  const rejected = useAction(() => downloadRejected(state))
  const commit = useMutation({
    mutationFn: () =>
      startImport(state.id, { mode: 'commit', mapping: state.mapping, deletesMissing: state.delete_missing }),
    onSuccess: watched.refresh,
  })
  const isDone = state.status.startsWith('committed')
  const failure = rejected.failure ?? commit.error
  return (
    <div className={classes.outcome}>
      <div className={classes.actions}>
        {state.can_start && state.status === 'checked' && (
          <Button loading={commit.isPending} onClick={() => commit.mutate()}>
            {t('transfer.import.commit')}
          </Button>
        )}
        {isDone && (
          <Button variant="default" renderRoot={(props) => <Link {...props} to={resource.route} />}>
            {t('transfer.import.openTable', { records: resourceWord(resource, 'many') })}
          </Button>
        )}
        {state.undo && <UndoImport undo={state.undo} onDone={watched.refresh} />}
        {state.has_rejected && (
          <Button variant="default" loading={rejected.isBusy} onClick={() => void rejected.run()}>
            {t('transfer.import.rejected')}
          </Button>
        )}
        {onMap && state.can_start && !isDone && (
          <Button variant="default" onClick={onMap}>
            {t('transfer.import.back')}
          </Button>
        )}
        {onAnother && (
          <Button variant="default" onClick={onAnother}>
            {t('transfer.import.another')}
          </Button>
        )}
      </div>
      {state.has_rejected && <p className={classes.hint}>{t('transfer.import.rejectedHint')}</p>}
      {failure && (
        <p role="alert" className={classes.failure}>
          {failure.message}
        </p>
      )}
    </div>
  )
}

/** Shows the number of rows of each kind; each opens its rows. */
function RowKinds({ resource, state }: { resource: Resource; state: ImportState }) {
  const { t } = useTranslation()
  const first = rowKinds.toReversed().find((kind) => state.counts[kind] > 0 && kind !== 'unchanged') ?? 'unchanged'
  const [kind, setKind] = useState<RowKind>(first)
  return (
    <>
      <fieldset className={classes.tiles} aria-label={t('transfer.import.kinds')}>
        {rowKinds.map((known) => (
          <button
            key={known}
            type="button"
            className={classes.tile}
            data-kind={known}
            data-none={state.counts[known] === 0 || undefined}
            aria-pressed={known === kind}
            onClick={() => setKind(known)}
          >
            <b className="num">{formatNumber(state.counts[known])}</b>
            {t(`transfer.import.kind.${known}`)}
          </button>
        ))}
      </fieldset>
      <Suspense fallback={<LoadingRows count={4} />}>
        <ImportedRows key={`${state.status} ${kind}`} resource={resource} state={state} kind={kind} />
      </Suspense>
    </>
  )
}
