import { lazy, Suspense, useMemo } from 'react'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { useCourtNames } from '../use-courts.ts'
import { CopyActions } from './CopyActions.tsx'
import { CopyList } from './CopyList.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { DocumentList } from './DocumentList.tsx'
import { evidenceOf } from './evidence.ts'
import classes from './ItemPanel.module.css'
import type { ItemPanelProps } from './item-frame.ts'
import type { ItemView } from './item-view.ts'
import { LinkedList } from './LinkedList.tsx'
import { NoticeFacts } from './NoticeFacts.tsx'
import { ReviewNote } from './ReviewNote.tsx'
import { Timeline } from './Timeline.tsx'
import { useLitEvidence } from './use-lit-evidence.ts'
import { useOpenDocument } from './use-open-document.ts'

// The cleaning of mail and the PDF reader are the heaviest parts.
const MailSection = lazy(() => import('./MailSection.tsx'))
const PdfViewer = lazy(() => import('../pdf/PdfViewer.tsx'))

/** What an item says and what became of it, with the mail or a document beside. */
export default function ItemBody({ view, place, acting, onCreateCase }: ItemPanelProps & { view: ItemView }) {
  const { documentId, setDocumentId, listRef } = useOpenDocument()
  const evidence = useMemo(() => evidenceOf(view.notice), [view.notice])
  const lighting = useLitEvidence()
  const courtOf = useCourtNames([view.item.ecfxJurisdictionId, view.notice.courtId?.value])
  const document = view.documents.find(({ id }) => id === documentId)
  return (
    <div className={classes.columns} data-viewing={document ? '' : undefined}>
      <div ref={listRef} className={classes.main}>
        <ReviewNote view={view} acting={acting} onCreateCase={() => onCreateCase(view.item.id)} />
        <NoticeFacts view={view} evidence={evidence} lighting={lighting} courtOf={courtOf} />
        <DocumentList documents={view.documents} openId={documentId} onOpen={setDocumentId} />
        <DeliveryList deliveries={view.deliveries} />
        <CopyList
          copies={view.copies}
          documents={view.documents}
          actionsOf={(copy, title) => <CopyActions copy={copy} title={title} item={view.item} acting={acting} />}
        />
        <LinkedList linked={view.linked} onOpen={place.open} />
        <Timeline itemId={view.item.id} history={view.history} notes={view.notes} />
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
