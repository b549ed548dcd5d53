import { Button } from '@mantine/core'
import { usePrefetchQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { InSlices } from '../../../ui/InSlices.tsx'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { isUnderWay } from '../item-status.ts'
import ItemBody, { loadMail } from './ItemBody.tsx'
import { ItemHeader } from './ItemHeader.tsx'
import classes from './ItemPanel.module.css'
import type { ItemPanelProps } from './item-frame.ts'
import { itemQuery, messageQuery } from './item-view.ts'
import './text.ts'

/** Shows one item: its status and actions, the filing details with their evidence, and its history. */
export function ItemPanel(props: ItemPanelProps) {
  const { data: view, error, refetch } = useItem(props.id)
  // Fetched in parallel with the item, not after it.
  usePrefetchQuery(messageQuery(props.id))
  useEffect(() => void loadMail(), [])
  const isMissing = error && 'status' in error && error.status === 404
  return (
    <article className={classes.panel} data-inbox-item={props.id} tabIndex={-1} aria-busy={!view && !error}>
      <ItemHeader view={view} hasFailed={error !== null} {...props} />
      {isMissing && <Missing onBack={props.place.close} />}
      {error && !isMissing && !view && <ErrorState error={error} retry={() => void refetch()} />}
      {!view && !error && <LoadingFields />}
      {view && (
        // The title is there with the key that opened it; the rest doesn't hold up the next key.
        <InSlices key={view.item.id} waiting={<LoadingFields />}>
          <ItemBody view={view} {...props} />
        </InSlices>
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
    // Deliveries and copies end one by one without the item changing, so they are polled while any is in progress.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.item.status) ? underWayMs : false),
  })
}
