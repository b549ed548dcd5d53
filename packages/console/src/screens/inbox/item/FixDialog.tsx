import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { rowLines } from '../row-lines.ts'
import type { ItemActing } from '../use-item-actions.ts'
import classes from './Fix.module.css'
import { FixOptions } from './FixOptions.tsx'
import { firstSentence } from './first-sentence.ts'
import { type ItemView, itemQuery } from './item-view.ts'

interface FixDialogProps {
  id: string
  acting: ItemActing
  onCreateCase: () => void
  onOpen: () => void
  onClose: () => void
}

/** What stops an item and the ways on, over the list: by keyboard without opening the notice. */
export default function FixDialog({ id, acting, onCreateCase, onOpen, onClose }: FixDialogProps) {
  const { t } = useTranslation()
  const { data: view, error, refetch } = useQuery(itemQuery(id))
  const first = useRef(view?.item.status)
  first.current ??= view?.item.status
  // Answered, here or by somebody else: nothing stops it any more.
  const isSettled = view !== undefined && first.current !== undefined && view.item.status !== first.current
  useEffect(() => {
    if (isSettled) onClose()
  }, [isSettled, onClose])
  return (
    <Modal
      opened
      onClose={onClose}
      size={560}
      title={(view && rowLines(view.item).title) || t('inbox.fix.title')}
      closeButtonProps={{ 'aria-label': t('inbox.fix.close') }}
    >
      {error && !view && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !view && <LoadingFields count={3} />}
      {view && <Body {...{ view, acting, onCreateCase, onOpen, onClose }} />}
    </Modal>
  )
}

function Body({ view, acting, onCreateCase, onOpen, onClose }: Omit<FixDialogProps, 'id'> & { view: ItemView }) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const { item, alsoWaiting } = view
  const [lead, rest] = firstSentence(item.reason ?? t('inbox.fix.nothing'))
  // The likeliest answer has the focus: Enter gives it.
  useEffect(() => {
    const target = root.current?.querySelector<HTMLElement>('[data-first-fix]') ?? root.current?.querySelector('button')
    target?.focus()
  }, [])
  return (
    <div ref={root}>
      <p className={classes.reason}>
        <strong>{lead}</strong> {rest} {alsoWaiting > 0 && t('inbox.note.siblings', { count: alsoWaiting })}
      </p>
      <FixOptions view={view} acting={acting} onCreateCase={onCreateCase} />
      {acting.refused?.wish.id === item.id && (
        <p role="alert" className={classes.refused}>
          {acting.refused.sentence}
        </p>
      )}
      <div className={classes.buttons}>
        <Button variant="default" onClick={onOpen}>
          {t('inbox.fix.open')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('inbox.fix.close')}
        </Button>
      </div>
    </div>
  )
}
