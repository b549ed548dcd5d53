import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import CancelQuestion from '../CancelQuestion.tsx'
import { allowedActions, type ItemAction, storingActs } from '../item-actions.ts'
import { type ItemActing, isPending, useCanAct, useCanStore } from '../use-item-actions.ts'
import classes from './ItemHeader.module.css'
import type { ItemView } from './item-view.ts'
import { RunAgain } from './RunAgain.tsx'

interface ItemActionsProps {
  view: ItemView
  acting: ItemActing
}

/** Shows the buttons the item's status and the role allow, and why the last action was refused. */
export function ItemActions({ view, acting }: ItemActionsProps) {
  const { item, allowed } = view
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const canAct = useCanAct()
  const canStore = useCanStore()
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
        {canStore && <DmsActions view={view} acting={acting} />}
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

function DmsActions({ view: { item, copies }, acting }: ItemActionsProps) {
  const { t } = useTranslation()
  const own = copies.filter((copy) => copy.inboxItemId === item.id)
  return storingActs(own, item).map((action) => (
    <Button
      key={action}
      size="compact-md"
      variant="default"
      loading={isPending(acting, { id: item.id, action })}
      onClick={() => acting.act({ id: item.id, action })}
    >
      {t(`inbox.action.${action}`)}
    </Button>
  ))
}

/** Returns whether it was ever read; before that there is nothing to compare. */
function isRead({ item }: ItemView): boolean {
  return item.status !== 'New' && item.status !== 'Started'
}
