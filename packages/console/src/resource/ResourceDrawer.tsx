import { hasFeature } from '@courtcrier/contract/features.ts'
import { type AnyRow, emptyRow, type Resource } from '@courtcrier/contract/resource.ts'
import { systemEvent } from '@courtcrier/contract/resources/system-event.ts'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../i18n/labels.ts'
import { getRow } from '../session/api.ts'
import { ApiFailure, isPassing } from '../session/api-failure.ts'
import { useFirm } from '../session/firm.ts'
import { useRole } from '../session/session-store.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { isCovered } from '../ui/is-covered.ts'
import { LoadingFields } from '../ui/Loading.tsx'
import { lazy } from '../ui/lazy.ts'
import { useOpenAfterMount } from '../ui/use-open-after-mount.ts'
import { CannotCreate } from './CannotCreate.tsx'
import { CreateInPlace } from './CreateInPlace.tsx'
import { type DrawerProps, useFace, useRecordWord } from './face.ts'
import classes from './form.module.css'
import { GoneRecord } from './GoneRecord.tsx'
import { RecordFacts } from './RecordFacts.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { eventsAbout, mayFollow, mayReadLog, recordPagePath, trailPath, withOverlay } from './record-address.ts'
import { useCanCreate } from './use-can-create.ts'

const StepperForm = lazy(() => import('./StepperForm.tsx'))

/** Shows a record next to its list: viewed, edited or created. */
export default function ResourceDrawer({ resource, id, onOpen, initial }: DrawerProps) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  const shown = useLast(id)
  const isNew = shown === 'new'
  const { data, error, isGone, refetch } = useShownRow(resource, id)
  const word = useRecordWord(resource, initial ?? noValues)
  const canCreate = useCanCreate(resource)
  const title = isNew
    ? t('formPanel.newTitle', { record: word })
    : data && <RecordName resource={resource} row={data} />
  const close = () => onOpen(undefined)
  return (
    <Drawer
      opened={useOpenAfterMount(id !== undefined)}
      onClose={() => !isCovered(classes.drawer) && close()}
      position="right"
      size={isNew && resource.steps.length > 1 ? 820 : 620}
      closeOnEscape={!isOver}
      title={title}
      closeButtonProps={{ 'aria-label': t('formPanel.close') }}
      classNames={{ content: classes.drawer, header: classes.header, title: classes.title, body: classes.body }}
    >
      {data && !isNew && !isGone && shown !== undefined && <RecordLinks resource={resource} id={shown} />}
      {data && !isNew && !isGone && shown !== undefined && <Panel resource={resource} id={shown} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !isNew && !data && <LoadingFields />}
      <CreateInPlace onOpenChange={setIsOver}>
        {isNew && !canCreate && <CannotCreate resource={resource} />}
        {isNew && canCreate && <NewRecord key="new" resource={resource} onDone={close} initial={initial} />}
        {!error && !isNew && data && (
          <Record key={shown} resource={resource} row={data} isGone={isGone} onDone={close} />
        )}
      </CreateInPlace>
    </Drawer>
  )
}

const noValues: AnyRow = {}

/** Returns the record; a refresh that fails, or finds no such record anymore, leaves what is shown. */
function useShownRow(resource: Resource, id: string | undefined) {
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => getRow(resource, id ?? '', signal),
    enabled: id !== undefined && id !== 'new',
  })
  const isGone = data !== undefined && error instanceof ApiFailure && error.status === 404
  return { data, error: data && (isGone || isPassing(error)) ? null : error, isGone, refetch }
}

/** Shows links from a record to its page, its events, and the notice it belongs to. */
function RecordLinks({ resource, id }: { resource: Resource; id: string }) {
  const { t } = useTranslation()
  const role = useRole()
  const firm = useFirm()
  const trail = trailPath(resource.name, id)
  const { page, overlays: own = {} } = useFace(resource)
  const hasLog = mayReadLog(role) && resource !== systemEvent && !resource.isVirtual
  const hasTrail = trail !== undefined && mayFollow(role)
  const overlays = Object.entries(own).filter(([, { feature }]) => !feature || hasFeature(firm, feature))
  if (!page && overlays.length === 0 && !hasLog && !hasTrail) return null
  return (
    <nav className={classes.links} aria-label={t('recordLinks.label')}>
      {page && (
        <Link to={recordPagePath(resource, id)}>
          {t('recordLinks.page', { record: resourceWord(resource, 'one') })}
        </Link>
      )}
      {overlays.map(([name, { titleKey }]) => (
        <Link key={name} to={resource.route} search={withOverlay(name, id)({})}>
          {t(titleKey)}
        </Link>
      ))}
      {hasTrail && <Link to={trail}>{t('recordLinks.trail')}</Link>}
      {hasLog && <Link {...eventsAbout(resource.name, id)}>{t('recordLinks.log')}</Link>}
    </nav>
  )
}

/** Shows the resource's panel above its form. */
function Panel({ resource, id }: { resource: Resource; id: string }) {
  const Own = useFace(resource).panels?.record
  if (!Own) return null
  return (
    <Suspense>
      <Own key={id} resource={resource} id={id} />
    </Suspense>
  )
}

interface NewRecordProps {
  resource: Resource
  onDone: () => void
  initial: AnyRow | undefined
}

/** Shows a long form step by step, a short one as a whole. */
function NewRecord({ resource, onDone, initial = noValues }: NewRecordProps) {
  const [row] = useState(() => ({ ...emptyRow(resource), ...initial }))
  if (resource.steps.length < 2) return <ResourceForm resource={resource} row={row} isNew onDone={onDone} />
  return (
    <Suspense fallback={<LoadingFields />}>
      <StepperForm resource={resource} row={row} settled={Object.keys(initial)} onDone={onDone} />
    </Suspense>
  )
}

interface RecordProps {
  resource: Resource
  row: AnyRow
  /** Whether it was deleted since it was opened. */
  isGone: boolean
  onDone: () => void
}

/** Shows a read-only record as a list of facts, and any other in its form. */
function Record({ resource, row, isGone, onDone }: RecordProps) {
  const role = useRole()
  const View = useFace(resource).view
  if (View)
    return (
      <Suspense fallback={<LoadingFields />}>
        <View row={row} />
      </Suspense>
    )
  const hasForm = !resource.isReadOnly && !resource.isVirtual && resource.form.length > 0
  if (hasForm) return <ResourceForm resource={resource} row={row} isGone={isGone} onDone={onDone} />
  if (isGone) return <GoneRecord />
  return (
    <div className={classes.facts}>
      <RecordFacts resource={resource} row={row} role={role} keys={Object.keys(resource.fields)} />
    </div>
  )
}

/** Shows the record's name, as in its list. */
function RecordName({ resource, row }: { resource: Resource; row: AnyRow }) {
  const plain = String(row[resource.title] ?? '')
  const Own = useFace(resource).cells?.[resource.title]
  if (!Own) return <bdi>{plain}</bdi>
  return (
    <Suspense fallback={plain}>
      <Own row={row} />
    </Suspense>
  )
}

/** Returns the last open record, so that the drawer keeps its content while it closes. */
function useLast(id: string | undefined): string | undefined {
  const [last, setLast] = useState(id)
  if (id !== undefined && id !== last) setLast(id)
  return id ?? last
}
