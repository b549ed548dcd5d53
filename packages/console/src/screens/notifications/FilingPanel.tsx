import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { formatDay, formatTime } from '../../ui/format-time.ts'
import { LoadingFields } from '../../ui/Loading.tsx'
import { lazy } from '../../ui/lazy.ts'
import { CopyList } from '../inbox/item/CopyList.tsx'
import { DocumentList } from '../inbox/item/DocumentList.tsx'
import frame from '../inbox/item/ItemFrame.module.css'
import panel from '../inbox/item/ItemPanel.module.css'
import '../inbox/item/text.ts'
import { ItemStatusDot } from '../inbox/ItemStatusDot.tsx'
import { useOpenDocument } from '../inbox/item/use-open-document.ts'
import '../inbox/text.ts'
import { FilingHeader } from './FilingHeader.tsx'
import type { FilingView } from './filing-view.ts'
import classes from './notifications.module.css'
import { ToldList } from './ToldList.tsx'
import { useFiling } from './use-filings.ts'

const PdfViewer = lazy(() => import('../inbox/pdf/PdfViewer.tsx'))
const ResendDialog = lazy(() => import('./ResendDialog.tsx'))

interface FilingPanelProps {
  id: string
  isPage?: boolean
  onClose: () => void
}

/** Shows one filing: the court's text, its documents, who was notified and why, and its copies in the DMS. */
export function FilingPanel({ id, isPage = false, onClose }: FilingPanelProps) {
  const { t } = useTranslation()
  const { data: view, error, refetch } = useFiling(id)
  const isMissing = error && 'status' in error && error.status === 404
  return (
    <article className={`${panel.panel} ${isPage ? frame.page : ''}`} aria-busy={!view && !error}>
      {isPage && <VisuallyHidden component="h1">{t('nav.notifications')}</VisuallyHidden>}
      <FilingHeader view={view} hasFailed={error !== null} isPage={isPage} onClose={onClose} />
      {isMissing && <EmptyState title={t('told.filing.missing')} text={t('told.filing.missingText')} />}
      {error && !isMissing && !view && <ErrorState error={error} retry={() => void refetch()} />}
      {!view && !error && <LoadingFields />}
      {view && <FilingBody view={view} />}
    </article>
  )
}

function FilingBody({ view }: { view: FilingView }) {
  const { t } = useTranslation()
  const { documentId, setDocumentId, listRef } = useOpenDocument()
  const [sendTo, setSendTo] = useState<{ deliveryId?: string }>()
  const document = view.documents.find(({ id }) => id === documentId)
  const { docketText, isSealed } = view.envelope
  return (
    <>
      <div ref={listRef} hidden={document !== undefined}>
        {(docketText || isSealed) && (
          <section className={panel.section}>
            <h3 className={panel.heading}>{t('told.filing.docketText')}</h3>
            {isSealed && <p className={classes.sealed}>{t('told.filing.sealed')}</p>}
            {docketText && <p className={classes.record}>{docketText}</p>}
          </section>
        )}
        <DocumentList documents={view.documents} openId={documentId} onOpen={setDocumentId} />
        <ToldList view={view} onSend={(deliveryId) => setSendTo({ deliveryId })} />
        <CopyList copies={view.copies} documents={view.documents} />
        <NoticeList notices={view.notices} />
      </div>
      {document && (
        // The viewer's width is marked on the frame, which makes room for it.
        <div data-viewing>
          <Suspense fallback={<LoadingFields count={3} />}>
            <PdfViewer key={document.id} document={document} onBack={() => setDocumentId(undefined)} />
          </Suspense>
        </div>
      )}
      {sendTo && (
        <Suspense>
          <ResendDialog id={view.envelope.id} deliveryId={sendTo.deliveryId} onClose={() => setSendTo(undefined)} />
        </Suspense>
      )}
    </>
  )
}

/** Lists the messages that announced the filing, each with its status. */
function NoticeList({ notices }: Pick<FilingView, 'notices'>) {
  const { t } = useTranslation()
  if (notices.length === 0) return null
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t('told.notices.title')}</h3>
      <ul className={panel.list}>
        {notices.map(({ id, subject, status, receivedAt }) => (
          <li key={id} className={panel.entry}>
            <div className={panel.entryText}>
              <Link to="/inbox-items/id/$id" params={{ id }} className={classes.notice}>
                {subject || t('inbox.table.untitled')}
              </Link>
              {receivedAt && <small className="num">{`${formatDay(receivedAt)} ${formatTime(receivedAt)}`}</small>}
            </div>
            <span className={panel.entryStatus}>
              <ItemStatusDot status={status} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
