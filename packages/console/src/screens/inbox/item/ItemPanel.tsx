import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { isUnderWay } from '../item-status.ts'
import { useCourtNames } from '../use-courts.ts'
import { CopyList } from './CopyList.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { DocumentList } from './DocumentList.tsx'
import { evidenceOf } from './evidence.ts'
import type { ItemFrameProps } from './ItemBeside.tsx'
import { ItemHeader } from './ItemHeader.tsx'
import classes from './ItemPanel.module.css'
import { fetchItem, type ItemView, itemKey } from './item-view.ts'
import { NoticeFacts } from './NoticeFacts.tsx'
import { ReviewNote } from './ReviewNote.tsx'
import './text.ts'
import { SiblingList } from './SiblingList.tsx'
import { Timeline } from './Timeline.tsx'
import { useLitEvidence } from './use-lit-evidence.ts'

// Neither is needed to draw the list; the cleaning of mail and the PDF reader are the heaviest parts.
const MailSection = lazy(() => import('./MailSection.tsx'))
const PdfViewer = lazy(() => import('../pdf/PdfViewer.tsx'))

export interface ItemPanelProps extends ItemFrameProps {
  isPage?: boolean
}

/** One item: where it stands and what can be done, what was understood and from where, and what happened to it. */
export function ItemPanel(props: ItemPanelProps) {
  const { data: view, error, refetch } = useItem(props.id)
  const isMissing = error && 'status' in error && error.status === 404
  return (
    <article className={classes.panel} data-inbox-item aria-busy={!view && !error}>
      <ItemHeader view={view} hasFailed={error !== null} {...props} />
      {isMissing && <Missing onBack={props.place.close} />}
      {error && !isMissing && !view && <ErrorState error={error} retry={() => void refetch()} />}
      {!view && !error && <LoadingFields />}
      {view && <ItemBody key={view.item.id} view={view} {...props} />}
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
    queryKey: itemKey(id),
    queryFn: ({ signal }) => fetchItem(id, signal),
    // Deliveries and copies end one by one without the item changing: they are asked for while any is under way.
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.item.status) ? underWayMs : false),
  })
}

/** Which document is open. The focus goes back to where it was opened from. */
function useOpenDocument() {
  const listRef = useRef<HTMLDivElement>(null)
  const lastId = useRef<string>(undefined)
  const [documentId, setDocumentId] = useState<string>()
  useEffect(() => {
    const from =
      lastId.current && listRef.current?.querySelector<HTMLElement>(`[data-document="${CSS.escape(lastId.current)}"]`)
    if (from && !documentId) from.focus()
    lastId.current = documentId
  }, [documentId])
  return { documentId, setDocumentId, listRef }
}

function ItemBody({ view, place, acting }: ItemPanelProps & { view: ItemView }) {
  const { documentId, setDocumentId, listRef } = useOpenDocument()
  const evidence = useMemo(() => evidenceOf(view.notice), [view.notice])
  const lighting = useLitEvidence()
  const courtOf = useCourtNames([view.item.ecfxJurisdictionId, view.notice.courtId?.value])
  const document = view.documents.find(({ id }) => id === documentId)
  return (
    <div className={classes.columns} data-viewing={document ? '' : undefined}>
      <div ref={listRef} className={classes.main}>
        <ReviewNote view={view} acting={acting} />
        <NoticeFacts view={view} evidence={evidence} lighting={lighting} courtOf={courtOf} />
        <DocumentList documents={view.documents} openId={documentId} onOpen={setDocumentId} />
        <DeliveryList deliveries={view.deliveries} />
        <CopyList copies={view.copies} documents={view.documents} />
        <SiblingList siblings={view.siblings} onOpen={place.open} />
        <Timeline history={view.history} />
      </div>
      <div className={classes.side}>
        <Suspense fallback={<LoadingFields count={3} />}>
          {document ? (
            <PdfViewer key={document.id} document={document} onBack={() => setDocumentId(undefined)} />
          ) : (
            <MailSection item={view.item} evidence={evidence} lighting={lighting} />
          )}
        </Suspense>
      </div>
    </div>
  )
}
