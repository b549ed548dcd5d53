import type { Resource } from '@courtcrier/contract/resource.ts'
import { useMatches, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { resourceLabel, resourceWord } from '../../i18n/labels.ts'
import { Crumbs } from '../../ui/Crumbs.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import type { SearchParams } from '../../ui/search-params.ts'
import { useCanWrite } from '../use-can-write.ts'
import { FileStep } from './FileStep.tsx'
import { importRoute } from './importable.ts'
import { MapStep } from './MapStep.tsx'
import { RunView } from './RunView.tsx'
import classes from './transfer.module.css'
import { useImport } from './use-import.ts'

/**
 * Imports a file into a resource: the file, its columns, a preview of the effects, and the import. The address names
 * the import.
 */
export default function ImportScreen() {
  const resource = useMatches({ select: (matches) => matches.at(-1)?.staticData.resource })
  return resource ? <Import key={resource.name} resource={resource} /> : null
}

function Import({ resource }: { resource: Resource }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { run } = useSearch({ strict: false }) as SearchParams
  const id = typeof run === 'string' ? run : undefined
  const canImport = useCanWrite(resource)
  const records = resourceWord(resource, 'many')
  const go = (next: string | undefined) =>
    void navigate({ to: importRoute(resource), search: next ? { run: next } : {} })
  return (
    <div className={classes.page}>
      <PageHeader
        title={t('transfer.import.title', { records })}
        crumbs={
          <Crumbs
            above={[{ to: resource.route, label: resourceLabel(resource, 'many') }]}
            here={t('transfer.import.crumb')}
          />
        }
      />
      <div className={classes.content}>
        {!canImport && <EmptyState title={t('transfer.import.denied', { records })} />}
        {canImport && !id && (
          <>
            <Steps current="file" />
            <FileStep resource={resource} onSent={go} />
          </>
        )}
        {canImport && id && <Sent key={id} resource={resource} id={id} onAnother={() => go(undefined)} />}
      </div>
    </div>
  )
}

interface SentProps {
  resource: Resource
  id: string
  onAnother: () => void
}

/** Shows an import whose file is uploaded: columns are being assigned, it is running, or it has ended. */
function Sent({ resource, id, onAnother }: SentProps) {
  const watched = useImport(id)
  const [isMapping, setMapping] = useState(false)
  const { state, error, refresh } = watched
  if (error && !state) return <ErrorState error={error} retry={() => void refresh()} />
  if (!state) return <LoadingRows />
  const isMapStep = state.can_start && (state.status === 'uploaded' || isMapping)
  const isResult = state.mode === 'commit' && state.status !== 'uploaded'
  const started = async () => {
    await refresh()
    setMapping(false)
  }
  return (
    <>
      <Steps current={isMapStep ? 'map' : isResult ? 'result' : 'check'} />
      {isMapStep ? (
        <MapStep resource={resource} state={state} onStarted={started} onAnother={onAnother} />
      ) : (
        <RunView resource={resource} watched={watched} onMap={() => setMapping(true)} onAnother={onAnother} />
      )}
    </>
  )
}

const steps = ['file', 'map', 'check', 'result'] as const

function Steps({ current }: { current: (typeof steps)[number] }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.steps} aria-label={t('transfer.import.steps')}>
      {steps.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t(`transfer.import.${step}`)}
        </li>
      ))}
    </ol>
  )
}
