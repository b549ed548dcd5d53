import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { isUnderWay } from '../item-status.ts'
import { ItemHeader } from './ItemHeader.tsx'
import classes from './ItemPanel.module.css'
import type { ItemPanelProps } from './item-frame.ts'
import { itemQuery } from './item-view.ts'
import './text.ts'

// The list is drawn without it.
const loadBody = () => import('./ItemBody.tsx')
const ItemBody = lazy(loadBody)

/** One item: where it stands and what can be done, what was understood and from where, and what happened to it. */
export function ItemPanel(props: ItemPanelProps) {
  const { data: view, error, refetch } = useItem(props.id)
  // Fetched beside the item, and not after it.
  useEffect(() => void loadBody(), [])
  const isMissing = error && 'status' in error && error.status === 404
  return (
    <article className={classes.panel} data-inbox-item aria-busy={!view && !error}>
      <ItemHeader view={view} hasFailed={error !== null} {...props} />
      {isMissing && <Missing onBack={props.place.close} />}
      {error && !isMissing && !view && <ErrorState error={error} retry={() => void refetch()} />}
      {!view && !error && <LoadingFields />}
      {view && (
        <Suspense fallback={<LoadingFields />}>
          <ItemBody key={view.item.id} view={view} {...props} />
        </Suspense>
      )}
    </article>
  )
}

function Missing({ onBack }: { onBack: () => void }) {
  const { t } = useTranslation()
  const action = (
    <Button variant="default" onClick={onBack}>
      {t('inbox.item.back')}
    </Button>
  )
  return <EmptyState title={t('inbox.item.missing')} text={t('inbox.item.missingText')} action={action} />
}

const underWayMs = 3000

function useItem(id: string) {
  return useQuery({
    ...itemQuery(id),
    // Deliveries and copies end one by one without the item changing: they are asked for while any is under way.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.item.status) ? underWayMs : false),
  })
}
