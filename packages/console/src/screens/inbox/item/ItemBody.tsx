import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { Button } from '@mantine/core'
import { Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { lazy } from '../../../ui/lazy.ts'
import { storingActs } from '../item-actions.ts'
import { useCourtNames } from '../use-courts.ts'
import { type ItemActing, isPending, useCanStore } from '../use-item-actions.ts'
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

// The email sanitizer and the PDF reader are the largest parts.
export const loadMail = () => import('./MailSection.tsx')
const MailSection = lazy(loadMail)
const PdfViewer = lazy(() => import('../pdf/PdfViewer.tsx'))

/** Shows an item's content and results, with the email or a document next to them. */
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
        <DocumentList
          documents={view.documents}
          isAwaited={evidence.documents.length > 0 && !view.item.documentsKept}
          openId={documentId}
          onOpen={setDocumentId}
        />
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

interface CopyActionsProps {
  copy: Partial<DocumentCopy> & { id: string }
  /** The title of its document. */
  title: string
  item: ItemView['item']
  acting: ItemActing
}

/** Shows the actions allowed by a single copy's state and the role; other copies are unaffected. */
function CopyActions({ copy, title, item, acting }: CopyActionsProps) {
  const { t } = useTranslation()
  const canStore = useCanStore()
  if (!canStore || copy.inboxItemId !== item.id) return null
  return storingActs([copy], item).map((action) => {
    const wish = { id: item.id, action, copyId: copy.id }
    return (
      <Button
        key={action}
        size="compact-xs"
        variant="default"
        aria-label={t(`inbox.copies.act.${action}`, { title })}
        loading={isPending(acting, wish)}
        onClick={() => acting.act(wish)}
      >
        {t(`inbox.action.${action}`)}
      </Button>
    )
  })
}
