import { Button, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { isCovered } from '../../../ui/is-covered.ts'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { translated } from '../../../ui/translated.ts'
import { useAskFirst } from '../../../ui/use-ask-first.tsx'
import { isUnderWay } from '../item-status.ts'
import { rowLines } from '../row-lines.ts'
import type { ItemActing } from '../use-item-actions.ts'
import type { FixPart } from '../verbs/row-verbs.ts'
import { fixRoot } from '../verbs/use-first-focus.ts'
import classes from './Fix.module.css'
import { FixOptions } from './FixOptions.tsx'
import { firstSentence } from './first-sentence.ts'
import { type ItemView, itemQuery } from './item-view.ts'
import { RunAgain } from './RunAgain.tsx'

interface FixDialogProps {
  id: string
  /** The part of it that was asked for. */
  part?: FixPart | undefined
  acting: ItemActing
  onCreateCase: () => void
  onOpen: () => void
  onClose: () => void
}

/** Shows why an item stopped and the ways to continue, over the list: by keyboard without opening the notice. */
export default function FixDialog({ id, part, acting, onCreateCase, onOpen, onClose }: FixDialogProps) {
  const { t } = useTranslation()
  const { data, error, refetch, isFetching } = useQuery(itemQuery(id))
  // An item that came back with another question was last seen in progress.
  const isOutdated = data !== undefined && isUnderWay(data.item.status) && isFetching
  const view = isOutdated ? undefined : data
  const first = useRef<string>(undefined)
  if (view) first.current ??= view.item.status
  // Answered, here or by someone else: it no longer needs anyone.
  const isSettled = data !== undefined && first.current !== undefined && data.item.status !== first.current
  useEffect(() => {
    if (isSettled) onClose()
  }, [isSettled, onClose])
  const { close, isAsking, question, onInput } = useAskFirst(onClose)
  return (
    <Modal
      opened
      onClose={() => !isCovered(classes.dialog) && close()}
      onInput={onInput}
      closeOnEscape={!isAsking}
      classNames={{ content: classes.dialog }}
      size={560}
      title={(view && rowLines(view.item).title) || t('inbox.fix.title')}
      closeButtonProps={{ 'aria-label': t('inbox.fix.close') }}
    >
      {question}
      {error && !view && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !view && (
        // Focused instead of the close button, which an early Enter would press.
        <div tabIndex={-1} data-autofocus className={classes.loading}>
          <LoadingFields count={3} />
        </div>
      )}
      {view && <Body {...{ view, part, acting, onCreateCase, onOpen, onClose }} />}
    </Modal>
  )
}

function Body({ view, part, acting, onCreateCase, onOpen, onClose }: Omit<FixDialogProps, 'id'> & { view: ItemView }) {
  const { t } = useTranslation()
  const root = useRef<HTMLDivElement>(null)
  const { item, alsoWaiting } = view
  const [lead, rest] = firstSentence(item.reason ? translated(item.reason) : t('inbox.fix.nothing'))
  // The most likely answer has focus, so Enter chooses it.
  useEffect(() => {
    const asked = part && root.current?.querySelector<HTMLElement>(`[data-part="${part}"]`)
    const target = asked ?? root.current?.querySelector<HTMLElement>('[data-first-fix]') ?? root.current
    target?.focus()
  }, [part])
  return (
    <div ref={root} {...fixRoot} className={classes.root}>
      <p className={classes.reason}>
        <strong>{lead}</strong> {rest} {alsoWaiting > 0 && t('inbox.note.siblings', { count: alsoWaiting })}
      </p>
      <FixOptions view={view} part={part} acting={acting} onCreateCase={onCreateCase} />
      {acting.refused?.wish.id === item.id && (
        <p role="alert" className={classes.refused}>
          {acting.refused.sentence}
        </p>
      )}
      <div className={classes.buttons}>
        {view.fixes.includes('requeue') && <RunAgain view={view} acting={acting} canRequeue />}
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
