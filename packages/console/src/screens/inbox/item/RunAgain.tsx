import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { useCourtNames } from '../use-courts.ts'
import type { ItemActing } from '../use-item-actions.ts'
import type { ItemView } from './item-view.ts'
import classes from './RunAgain.module.css'
import { type Comparison, compareMade, fetchRehearsal, type Rehearsal } from './rehearsal.ts'

interface RunAgainProps {
  view: ItemView
  acting: ItemActing
  canRequeue: boolean
}

/** Shows what today's rules would make of the message, beside what was made of it. */
export function RunAgain({ view, acting, canRequeue }: RunAgainProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const requeue = () => {
    acting.act({ id: view.item.id, action: 'requeue' })
    close()
  }
  return (
    <>
      <Button size="compact-md" variant="default" onClick={() => setOpen(true)}>
        {t('inbox.again.button')}
      </Button>
      <Modal
        opened={isOpen}
        onClose={close}
        size="xl"
        title={<strong>{t('inbox.again.title')}</strong>}
        closeButtonProps={{ 'aria-label': t('inbox.again.close') }}
        zIndex={400}
      >
        {isOpen && <RehearsalBody view={view} />}
        <Group justify="flex-end" gap="xs" mt="md">
          {canRequeue && (
            <Button variant="default" onClick={requeue}>
              {t('inbox.again.requeue')}
            </Button>
          )}
          <Button onClick={close}>{t('inbox.again.close')}</Button>
        </Group>
      </Modal>
    </>
  )
}

function RehearsalBody({ view }: { view: ItemView }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['inbox_item', 'rehearsal', view.item.id],
    queryFn: ({ signal }) => fetchRehearsal(view.item.id, signal),
    // The rules may have changed since it was last looked at.
    staleTime: 0,
  })
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingFields count={5} />
  return (
    <>
      <p className={classes.explain}>{t('inbox.again.explain')}</p>
      <RehearsalTable comparisons={compareMade(view.notice, data)} stop={stopOf(data)} />
    </>
  )
}

function stopOf({ steps }: Rehearsal): Rehearsal['steps'][number] | undefined {
  const last = steps.at(-1)
  return last && last.outcome !== 'done' ? last : undefined
}

interface RehearsalTableProps {
  comparisons: readonly Comparison[]
  stop?: Rehearsal['steps'][number]
}

function RehearsalTable({ comparisons, stop }: RehearsalTableProps) {
  const { t } = useTranslation()
  const changed = comparisons.filter(({ was, now }) => was !== now)
  const unchanged = comparisons.filter(({ was, now }) => was === now)
  return (
    <>
      <p role="status" className={classes.verdict} data-changed={changed.length > 0 || undefined}>
        {changed.length === 0 ? t('inbox.again.same') : t('inbox.again.changed', { count: changed.length })}
      </p>
      {stop && (
        <p className={classes.stop}>
          {t('inbox.again.stops', { stage: t(`inbox.history.stage.${stop.stage}`), sentence: stop.sentence })}
        </p>
      )}
      {changed.length > 0 && <Rows comparisons={changed} />}
      {unchanged.length > 0 && (
        <details className={classes.unchanged} open={changed.length === 0 || undefined}>
          <summary>{t('inbox.again.unchanged', { count: unchanged.length })}</summary>
          <Rows comparisons={unchanged} />
        </details>
      )}
    </>
  )
}

const courtKey = 'inbox.fact.court'

function Rows({ comparisons }: { comparisons: readonly Comparison[] }) {
  const { t } = useTranslation()
  const courts = comparisons.filter(({ labelKey }) => labelKey === courtKey).flatMap(({ was, now }) => [was, now])
  const courtOf = useCourtNames(courts)
  const shown = (labelKey: string, value: string | undefined) => {
    if (value === undefined) return <em>{t('inbox.again.nothing')}</em>
    return labelKey === courtKey ? (courtOf(value)?.name ?? value) : value
  }
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('inbox.again.part')}</th>
          <th scope="col">{t('inbox.again.was')}</th>
          <th scope="col">{t('inbox.again.now')}</th>
        </tr>
      </thead>
      <tbody>
        {comparisons.map(({ labelKey, was, now }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows do not move, and values repeat
          <tr key={index}>
            <th scope="row">{t(labelKey)}</th>
            <td>{shown(labelKey, was)}</td>
            <td data-changed={was !== now || undefined}>{shown(labelKey, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
