import { type ReactNode, Suspense, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useListKeys } from '../../../resource/list/use-list-keys.ts'
import { LoadingFields } from '../../../ui/Loading.tsx'
import { lazy } from '../../../ui/lazy.ts'
import { hasFile } from '../../inbox/item/document-word.ts'
import classes from './case-page.module.css'
import type { DocketDocument } from './case-queries.ts'

const PdfViewer = lazy(() => import('../../inbox/pdf/PdfViewer.tsx'))

interface WithDocumentProps {
  /** In the order in which j and k go through them. */
  documents: readonly DocketDocument[]
  openId: string | undefined
  onOpen: (id: string | undefined) => void
  /** Shown next to the list while no document is open. */
  side?: ReactNode
  children: ReactNode
}

/** Shows a list of documents and, next to it or in its place, the open one. Focus returns to where it was opened. */
export function WithDocument({ documents, openId, onOpen, side, children }: WithDocumentProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  const lastId = useRef<string>(undefined)
  const files = documents.filter(hasFile)
  const go = (step: 1 | -1) => () => {
    if (openId === undefined) return false
    const next = files[files.findIndex(({ id }) => id === openId) + step]
    if (next) onOpen(next.id)
    return true
  }
  useListKeys({ j: go(1), k: go(-1) })
  useEffect(() => {
    const from =
      lastId.current && list.current?.querySelector<HTMLElement>(`[data-document="${CSS.escape(lastId.current)}"]`)
    if (from && openId === undefined) from.focus()
    lastId.current = openId
  }, [openId])
  // One that isn't on this page of the list is still shown: its address may have been sent by a colleague.
  const open = openId === undefined ? undefined : (documents.find(({ id }) => id === openId) ?? { id: openId })
  return (
    <div className={classes.columns} data-viewing={open ? true : undefined}>
      <div ref={list} className={classes.main}>
        {children}
      </div>
      {open ? (
        <aside className={classes.stage} aria-label={t('casePage.viewer')}>
          <Suspense fallback={<LoadingFields count={3} />}>
            <PdfViewer key={open.id} document={open} onBack={() => onOpen(undefined)} />
          </Suspense>
        </aside>
      ) : (
        side
      )}
    </div>
  )
}
