import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingFields } from '../../../ui/Loading.tsx'
import type { ItemActing } from '../use-item-actions.ts'
import { FormatTrial } from './FormatTrial.tsx'
import type { ItemView } from './item-view.ts'
import { RehearsalTable } from './RehearsalTable.tsx'
import classes from './RunAgain.module.css'
import { compareMade, fetchRehearsal, type Rehearsal } from './rehearsal.ts'

interface RunAgainProps {
  view: ItemView
  acting: ItemActing
  canRequeue: boolean
}

/** Previews the message with the current rules, next to its actual results. */
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
        {isOpen && (
          <FormatTrial view={view}>
            <RehearsalBody view={view} />
          </FormatTrial>
        )}
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
    // The rules may have changed since the last preview.
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
