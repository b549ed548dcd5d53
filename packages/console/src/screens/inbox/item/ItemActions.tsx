import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import CancelQuestion from '../CancelQuestion.tsx'
import { allowedActions, type ItemAction } from '../item-actions.ts'
import { type ItemActing, useCanAct } from '../use-item-actions.ts'
import classes from './ItemHeader.module.css'
import type { ItemView } from './item-view.ts'
import { RunAgain } from './RunAgain.tsx'

interface ItemActionsProps {
  view: ItemView
  acting: ItemActing
}

/** The buttons that the item's status and the role allow, and why the last one was refused. */
export function ItemActions({ view, acting }: ItemActionsProps) {
  const { item, allowed } = view
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const canAct = useCanAct()
  const actions = allowedActions({ status: item.status, allowed, canAct, isArchived: item.hidden === true })
  const { pending, refused } = acting
  const isBusy = pending?.id === item.id
  const act = (action: ItemAction) => (action === 'cancel' ? setAsking(true) : acting.act({ id: item.id, action }))
  return (
    <>
      <fieldset className={classes.actions} aria-label={t('inbox.action.label')}>
        {actions.map((action) => (
          <Button
            key={action}
            size="compact-md"
            variant={action === 'cancel' ? 'subtle' : 'default'}
            color={action === 'cancel' ? 'gray' : undefined}
            loading={isBusy && pending.action === action}
            disabled={isBusy && pending.action !== action}
            onClick={() => act(action)}
          >
            {t(`inbox.action.${action}`)}
          </Button>
        ))}
        {canAct && <DmsActions view={view} acting={acting} />}
        {item.status === 'Manual' && actions.length > 0 && (
          <Button
            size="compact-md"
            renderRoot={(props) => <Link {...props} to="/manual-processing" search={{ item: item.id }} />}
          >
            {t('inbox.action.complete')}
          </Button>
        )}
        {isRead(view) && <RunAgain view={view} acting={acting} canRequeue={actions.includes('requeue')} />}
      </fieldset>
      {refused?.wish.id === item.id && (
        <p role="alert" className={classes.refused}>
          {refused.sentence}
        </p>
      )}
      <CancelQuestion id={isAsking ? item.id : undefined} acting={acting} onClose={() => setAsking(false)} />
    </>
  )
}

/** Storing is stopped while copies wait, and tried anew for those that are not stored. */
function DmsActions({ view: { item, copies }, acting }: ItemActionsProps) {
  const { t } = useTranslation()
  const has = (...statuses: string[]) =>
    copies.some((copy) => copy.inboxItemId === item.id && statuses.includes(copy.status ?? ''))
  const offered = [
    ...(has('new', 'delayed') ? (['cancel-dms'] as const) : []),
    ...(has('failed', 'canceled') && item.status !== 'Canceled' ? (['requeue-dms'] as const) : []),
  ]
  return offered.map((action) => (
    <Button
      key={action}
      size="compact-md"
      variant="default"
      loading={acting.pending?.id === item.id && acting.pending.action === action}
      onClick={() => acting.act({ id: item.id, action })}
    >
      {t(`inbox.action.${action}`)}
    </Button>
  ))
}

/** Before it was first read there is nothing to compare. */
function isRead({ item }: ItemView): boolean {
  return item.status !== 'New' && item.status !== 'Started'
}
