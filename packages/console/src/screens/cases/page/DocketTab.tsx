import { docketPageSize } from '@courtcrier/contract/calls/case-page.ts'
import { Link } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useCursor } from '../../../resource/list/use-cursor.ts'
import { useListKeys } from '../../../resource/list/use-list-keys.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ErrorState } from '../../../ui/ErrorState.tsx'
import { formatNumber } from '../../../ui/format-number.ts'
import { LoadingRows } from '../../../ui/Loading.tsx'
import { hasFile } from '../../inbox/item/document-word.ts'
import { CaseSide } from './CaseSide.tsx'
import classes from './case-page.module.css'
import type { DocketEntry, useDocket } from './case-queries.ts'
import { DocketLine } from './DocketLine.tsx'
import lines from './docket.module.css'
import { type CaseTab, type useCasePlace, withParam } from './use-case-place.ts'
import { WithDocument } from './WithDocument.tsx'

interface DocketTabProps {
  id: string
  place: ReturnType<typeof useCasePlace>
  docket: ReturnType<typeof useDocket>
  tabs: readonly CaseTab[]
}

/** Lists the case's filings as the court's notices told of them, newest first. */
export function DocketTab({ id, place, docket: { data, error, refetch }, tabs }: DocketTabProps) {
  const { t } = useTranslation()
  if (error && !data) return <ErrorState error={error} retry={() => void refetch()} />
  if (!data) return <LoadingRows />
  const { entries, filings, pages } = data
  const side = <CaseSide id={id} tabs={tabs} copies={data.copies} />
  const documents = entries.flatMap((entry) => entry.documents)
  return (
    <WithDocument documents={documents} openId={place.documentId} onOpen={place.openDocument} side={side}>
      {filings === 0 ? (
        <EmptyState title={t('casePage.docket.none')} text={t('casePage.docket.noneText')} />
      ) : (
        <DocketTable entries={entries} place={place} />
      )}
      {pages > 1 && <Pager page={place.page} pages={pages} shown={entries.length} filings={filings} />}
      {filings > 0 && (
        <p className={classes.keys} aria-hidden>
          {t(place.documentId ? 'casePage.docket.keysDocument' : 'casePage.docket.keys')}
        </p>
      )}
    </WithDocument>
  )
}

function DocketTable({ entries, place }: { entries: readonly DocketEntry[]; place: DocketTabProps['place'] }) {
  const { t } = useTranslation()
  const scroller = useRef<HTMLTableElement>(null)
  const cursor = useDocketKeys({ entries, place, scroller })
  const focusableId = cursor.id ?? entries[0]?.envelope.id
  return (
    <table ref={scroller} className={lines.docket} aria-label={t('casePage.tabs.docket')}>
      <thead>
        <tr>
          <th scope="col" className={lines.number}>
            {t('casePage.docket.number')}
          </th>
          <th scope="col" className={lines.filed}>
            {t('casePage.docket.filed')}
          </th>
          <th scope="col">{t('casePage.docket.entry')}</th>
          <th scope="col" className={lines.notified}>
            {t('casePage.docket.notified')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <DocketLine
            key={entry.envelope.id}
            entry={entry}
            openDocumentId={place.documentId}
            isOpen={entry.envelope.id === place.filingId}
            isFocusable={entry.envelope.id === focusableId}
            onFocus={() => cursor.set(entry.envelope.id)}
            onOpen={() => place.openFiling(entry.envelope.id)}
            onDocument={place.openDocument}
          />
        ))}
      </tbody>
    </table>
  )
}

interface DocketKeysOptions {
  entries: readonly DocketEntry[]
  place: DocketTabProps['place']
  scroller: RefObject<HTMLTableElement | null>
}

/** Manages the entry the keys act on. With a document open, j and k go through the documents instead. */
function useDocketKeys({ entries, place, scroller }: DocketKeysOptions) {
  const { filingId, documentId, openFiling, openDocument } = place
  const ids = entries.map(({ envelope }) => envelope.id)
  const cursor = useCursor({ ids, scroller, ...(filingId && { openId: filingId, onOpen: openFiling }) })
  const go = (step: 1 | -1) => () => {
    if (documentId !== undefined) return false
    cursor.move(step)
    return true
  }
  const openFirst = () => {
    const entry = entries.find(({ envelope }) => envelope.id === cursor.id)
    const first = entry?.documents.find(hasFile)
    if (first) openDocument(first.id)
  }
  // The open filing is a dialog over the docket; through it, too, j and k go from one entry to the next.
  const isOurs = (target: Element | null) => {
    const isInDocument = target?.closest('[data-own-keys]') != null
    const dialogs = document.querySelectorAll('[role="dialog"], [role="menu"]').length
    return !isInDocument && dialogs <= (filingId ? 1 : 0)
  }
  useListKeys({ j: go(1), k: go(-1), ArrowDown: go(1), ArrowUp: go(-1), d: openFirst }, isOurs)
  // Focus returns to the entry once its filing is closed.
  const lastFiling = useRef<string>(undefined)
  useEffect(() => {
    const from = lastFiling.current
    lastFiling.current = filingId
    if (from && !filingId) scroller.current?.querySelector<HTMLElement>(`tr[data-id="${CSS.escape(from)}"]`)?.focus()
  }, [filingId, scroller])
  return cursor
}

interface PagerProps {
  page: number
  pages: number
  shown: number
  filings: number
}

function Pager({ page, pages, shown, filings }: PagerProps) {
  const { t } = useTranslation()
  const from = (page - 1) * docketPageSize + 1
  const range = { from: formatNumber(from), to: formatNumber(from + shown - 1), total: formatNumber(filings) }
  const at = (next: number) => withParam('page', next > 1 ? String(next) : undefined) as never
  return (
    <nav className={classes.pager} aria-label={t('casePage.docket.pages')}>
      {page > 1 && (
        <Link to="." search={at(page - 1)}>
          {t('casePage.docket.newer')}
        </Link>
      )}
      <span className="num" role="status">
        {t('casePage.docket.range', range)}
      </span>
      {page < pages && (
        <Link to="." search={at(page + 1)}>
          {t('casePage.docket.older')}
        </Link>
      )}
    </nav>
  )
}
