import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../../i18n/labels.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import { useLate } from '../../ui/use-late.ts'
import type { EmptyListProps } from './EmptyList.tsx'
import { ClearButton, type ListStateProps } from './ListButtons.tsx'

const loadEmptySettings = () => emptyListWith(import('./empty-settings-text.ts'))
const loadEmptyRecords = () => emptyListWith(import('./empty-record-text.ts'))

async function emptyListWith(texts: Promise<unknown>) {
  const [list] = await Promise.all([import('./EmptyList.tsx'), texts])
  return list
}

/** Milliseconds after which waiting is shown as such: no response yet, but no failure either. */
const slowMs = 5000

/** Shows that rows are loading; after a while says so and offers to retry. */
export function Waiting({ retry }: { retry: () => void }) {
  const { t } = useTranslation()
  const [attempt, setAttempt] = useState(0)
  const [slowAttempt, setSlowAttempt] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setSlowAttempt(attempt), slowMs)
    return () => clearTimeout(timer)
  }, [attempt])
  const again = () => {
    setAttempt(attempt + 1)
    retry()
  }
  if (slowAttempt !== attempt) return <LoadingRows />
  return (
    <div role="status">
      <EmptyState
        title={t('table.slowTitle')}
        text={t('table.slowText')}
        action={
          <Button variant="default" onClick={again}>
            {t('table.askAgain')}
          </Button>
        }
      />
    </div>
  )
}

/** Shows why there are no rows: the role may not see them, too many match, or something is broken. */
export function Failure({ error, resource, table, retry }: ListStateProps & { error: Error; retry: () => void }) {
  const { t } = useTranslation()
  const status = 'status' in error ? error.status : undefined
  if (status === 403) return <Denied resource={resource} />
  if (status !== 422) return <ErrorState error={new Error(withStatus(error, t))} retry={retry} />
  return (
    <div role="alert">
      <EmptyState title={error.message} text={t('table.tooBroadText')} action={<ClearButton table={table} />} />
    </div>
  )
}

/** Shows that the role may see none of these records, and a way out. */
export function Denied({ resource }: Pick<ListStateProps, 'resource'>) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('list.deniedTitle', { records: resourceWord(resource, 'many') })}
      text={t('list.deniedText')}
      action={
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/" />}>
          {t('table.start')}
        </Button>
      }
    />
  )
}

/** Returns the failure with its status (specification, section 8), if there was an answer that doesn't name it itself. */
function withStatus({ message, ...error }: Error, t: TFunction): string {
  const status = 'status' in error ? Number(error.status) : 0
  return status > 0 && !message.includes(String(status)) ? t('table.errorCode', { status, text: message }) : message
}

/** Shows an empty list. Most lists have rows, so what to say without any is loaded then, in place of the rows. */
export function Nothing(props: EmptyListProps) {
  const load = props.resource.access === 'firmAccess' ? loadEmptySettings : loadEmptyRecords
  return <Loaded key={props.resource.name} {...props} load={load} />
}

function Loaded({ load, ...props }: EmptyListProps & { load: typeof loadEmptyRecords }) {
  const { Late: EmptyList } = useLate(load, true)
  return EmptyList ? <EmptyList {...props} /> : <LoadingRows />
}
