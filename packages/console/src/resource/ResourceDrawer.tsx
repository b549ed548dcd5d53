import { type AnyRow, emptyRow, type Resource } from '@courtcrier/contract/resource.ts'
import { Drawer } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { recordPanels } from '../screens/record-panels.ts'
import { getRow } from '../session/api.ts'
import { useRole } from '../session/session-store.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingFields } from '../ui/Loading.tsx'
import { CreateInPlace } from './CreateInPlace.tsx'
import classes from './form.module.css'
import { resourceWord } from './labels.ts'
import { RecordFacts } from './RecordFacts.tsx'
import { RecordLinks } from './RecordLinks.tsx'
import { ResourceForm } from './ResourceForm.tsx'
import { recordCells } from './record-cells.ts'
import { recordViews } from './record-views.ts'

const StepperForm = lazy(() => import('./StepperForm.tsx'))

interface ResourceDrawerProps {
  resource: Resource
  /** The open record, `new` for one to be made; undefined when none is open. */
  id: string | undefined
  onOpen: (id: string | undefined) => void
}

/** A record beside its list: read, changed or made. */
export default function ResourceDrawer({ resource, id, onOpen }: ResourceDrawerProps) {
  const { t } = useTranslation()
  const [isOver, setIsOver] = useState(false)
  const shown = useLast(id)
  const isNew = shown === 'new'
  const { data, error, refetch } = useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => getRow(resource, id ?? '', signal),
    enabled: id !== undefined && id !== 'new',
  })
  const title = isNew
    ? t('formPanel.newTitle', { record: resourceWord(resource, 'one') })
    : data && <RecordName resource={resource} row={data} />
  const close = () => onOpen(undefined)
  return (
    <Drawer
      opened={id !== undefined}
      onClose={close}
      position="right"
      size={isNew && resource.steps.length > 1 ? 820 : 620}
      closeOnEscape={!isOver}
      title={title}
      closeButtonProps={{ 'aria-label': t('formPanel.close') }}
      classNames={{ content: classes.drawer, header: classes.header, title: classes.title, body: classes.body }}
    >
      {data && !isNew && shown !== undefined && <RecordLinks resource={resource} id={shown} />}
      {data && !isNew && shown !== undefined && <Panel resource={resource} id={shown} />}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !isNew && !data && <LoadingFields />}
      <CreateInPlace onOpenChange={setIsOver}>
        {isNew && <NewRecord key="new" resource={resource} onDone={close} />}
        {!error && !isNew && data && <Record key={shown} resource={resource} row={data} onDone={close} />}
      </CreateInPlace>
    </Drawer>
  )
}

/** What the resource has above its form. */
function Panel({ resource, id }: { resource: Resource; id: string }) {
  const Own = recordPanels[resource.name]
  if (!Own) return null
  return (
    <Suspense>
      <Own key={id} resource={resource} id={id} />
    </Suspense>
  )
}

/** A long form is filled in step by step, a short one at once. */
function NewRecord({ resource, onDone }: { resource: Resource; onDone: () => void }) {
  const [row] = useState(() => emptyRow(resource))
  if (resource.steps.length < 2) return <ResourceForm resource={resource} row={row} isNew onDone={onDone} />
  return (
    <Suspense fallback={<LoadingFields />}>
      <StepperForm resource={resource} row={row} onDone={onDone} />
    </Suspense>
  )
}

/** Records that only the program makes are read as a list of facts; the others stand in their form. */
function Record({ resource, row, onDone }: { resource: Resource; row: AnyRow; onDone: () => void }) {
  const role = useRole()
  const View = recordViews[resource.name]
  if (View)
    return (
      <Suspense fallback={<LoadingFields />}>
        <View row={row} />
      </Suspense>
    )
  const hasForm = !resource.isReadOnly && !resource.isVirtual && resource.form.length > 0
  if (hasForm) return <ResourceForm resource={resource} row={row} onDone={onDone} />
  return (
    <div className={classes.facts}>
      <RecordFacts resource={resource} row={row} role={role} keys={Object.keys(resource.fields)} />
    </div>
  )
}

/** What the record is called, as its list shows it. */
function RecordName({ resource, row }: { resource: Resource; row: AnyRow }) {
  const plain = String(row[resource.title] ?? '')
  const Own = recordCells[resource.name]?.[resource.title]
  if (!Own) return <>{plain}</>
  return (
    <Suspense fallback={plain}>
      <Own row={row} />
    </Suspense>
  )
}

/** The last record that was open, so that the drawer keeps its content while it closes. */
function useLast(id: string | undefined): string | undefined {
  const [last, setLast] = useState(id)
  if (id !== undefined && id !== last) setLast(id)
  return id ?? last
}
