import { Link } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { formatDateTime, formatDay, formatTime } from '../../../ui/format-time.ts'
import { StatusDot, type Tone } from '../../../ui/StatusDot.tsx'
import { translated } from '../../../ui/translated.ts'
import { documentWord, hasFile } from '../../inbox/item/document-word.ts'
import type { DocketDocument, DocketEntry } from './case-queries.ts'
import classes from './docket.module.css'
import { leadOf } from './lead-of.ts'
import { MissingVerbs } from './MissingVerbs.tsx'
import { withParam } from './use-case-place.ts'

interface DocketLineProps {
  entry: DocketEntry
  openDocumentId: string | undefined
  isOpen: boolean
  isFocusable: boolean
  onFocus: () => void
  onOpen: () => void
  onDocument: (id: string) => void
}

/** Shows one filing: its number and date, the court's text with the documents, and how many people were notified. */
export function DocketLine({ entry, openDocumentId, isOpen, isFocusable, ...on }: DocketLineProps) {
  const { t } = useTranslation()
  const { envelope, documents } = entry
  const { id, documentNumber } = envelope
  const onClick = ({ target }: MouseEvent) => {
    const isOwn = target instanceof Element && target.closest('a, button')
    if (!isOwn && !window.getSelection()?.toString()) on.onOpen()
  }
  return (
    <tr
      className={classes.line}
      data-id={id}
      data-open={isOpen || undefined}
      tabIndex={isFocusable ? 0 : -1}
      onFocus={on.onFocus}
      onClick={onClick}
      onKeyDown={(event) => event.key === 'Enter' && event.target === event.currentTarget && on.onOpen()}
    >
      <td className={classes.number}>
        {documentNumber ? (
          <FilingLink id={id} label={t('casePage.docket.open', { number: documentNumber })}>
            {documentNumber}
          </FilingLink>
        ) : (
          <span aria-hidden>–</span>
        )}
      </td>
      <Filed envelope={envelope} />
      <td className={classes.entry}>
        <DocketText envelope={envelope} />
        {envelope.isSealed && <p className={classes.quiet}>{t('casePage.docket.sealed')}</p>}
        <Documents id={id} documents={documents} openId={openDocumentId} onOpen={on.onDocument} />
      </td>
      <td className={classes.notified}>
        <Notified id={id} entry={entry} />
      </td>
    </tr>
  )
}

function FilingLink({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <Link to="." search={withParam('filing', id) as never} aria-label={label} resetScroll={false} preload={false}>
      {children}
    </Link>
  )
}

/** Shows the day of filing and the time of entry; without a day, when the notice was received. */
function Filed({ envelope }: Pick<DocketEntry, 'envelope'>) {
  const { t } = useTranslation()
  const { id, date, enteredAt, createdAt, documentNumber } = envelope
  // Noon is on the same day in every zone a firm may be in.
  const day = date ? formatDay(`${date}T12:00:00Z`) : formatDay(enteredAt ?? createdAt)
  const received = t('casePage.docket.received', { time: formatDateTime(createdAt) })
  return (
    <td className={classes.filed} title={received}>
      {documentNumber ? (
        day
      ) : (
        <FilingLink id={id} label={t('casePage.docket.openUnnumbered', { date: day })}>
          {day}
        </FilingLink>
      )}
      <small className="num">{formatTime(enteredAt ?? createdAt)}</small>
    </td>
  )
}

function DocketText({ envelope: { docketText, event } }: Pick<DocketEntry, 'envelope'>) {
  const { t } = useTranslation()
  const text = docketText || event
  if (!text) return <p className={classes.quiet}>{t('casePage.docket.untitled')}</p>
  const { lead, rest } = leadOf(text)
  return (
    <p className={classes.record}>
      {lead && <b>{lead}</b>}
      {rest}
    </p>
  )
}

/** A filing may have hundreds of attachments; the others are in the open filing. */
const mostDocuments = 8

interface DocumentsProps {
  id: string
  documents: readonly DocketDocument[]
  openId: string | undefined
  onOpen: (id: string) => void
}

function Documents({ id, documents, openId, onOpen }: DocumentsProps) {
  const { t } = useTranslation()
  if (documents.length === 0) return null
  const shown = documents.slice(0, mostDocuments)
  const more = t('casePage.docket.more', { count: documents.length - shown.length })
  return (
    <ul className={classes.documents}>
      {shown.map((document) => (
        <li key={document.id}>
          <Document document={document} isOpen={document.id === openId} onOpen={() => onOpen(document.id)} />
        </li>
      ))}
      {documents.length > shown.length && (
        <li>
          <FilingLink id={id} label={more}>
            {more}
          </FilingLink>
        </li>
      )}
    </ul>
  )
}

interface DocumentProps {
  document: DocketDocument
  isOpen: boolean
  onOpen: () => void
}

/** Shows a document that opens in place, or why there is nothing to open. */
export function Document({ document, isOpen, onOpen }: DocumentProps) {
  const { t } = useTranslation()
  const { id, title, number, pages, size, sentence } = document
  const { tone, labelKey } = documentWord(document)
  const name = title || number || t('inbox.documents.title')
  if (!hasFile(document))
    return (
      <span className={classes.missing} title={sentence ? translated(sentence) : undefined}>
        {name} <span data-tone={tone}>{t(labelKey)}</span>
        <MissingVerbs document={document} />
      </span>
    )
  const facts = [
    pages && t('inbox.documents.pages', { count: pages }),
    size && formatBytes(size),
    document.uploaded && t('inbox.documents.uploaded'),
  ]
  return (
    <button
      type="button"
      className={classes.document}
      data-document={id}
      aria-current={isOpen ? 'true' : undefined}
      onClick={onOpen}
    >
      <span className={classes.pdf} aria-hidden>
        {t('casePage.docket.pdf')}
      </span>
      <span className={classes.named}>
        <span>{name}</span>
        <small className="num">{facts.filter(Boolean).join(' · ')}</small>
      </span>
    </button>
  )
}

function Notified({ id, entry }: { id: string; entry: DocketEntry }) {
  const { t } = useTranslation()
  const { notified, recipients, failed, opened } = entry
  if (notified === null || recipients === null) return null
  const counts = { notified, recipients }
  const [label, word] =
    recipients === 0
      ? [t('casePage.docket.nobodyOf'), t('casePage.docket.nobody')]
      : [t('casePage.docket.notifiedOf', counts), t('casePage.docket.count', counts)]
  return (
    <>
      <FilingLink id={id} label={label}>
        <StatusDot tone={toneOf(entry)}>{word}</StatusDot>
      </FilingLink>
      {failed ? <small>{t('casePage.docket.failed', { count: failed })}</small> : null}
      {opened ? <small>{t('casePage.docket.opened', { count: opened })}</small> : null}
    </>
  )
}

function toneOf({ notified, recipients, failed }: DocketEntry): Tone {
  if (failed) return 'bad'
  if (!recipients) return 'neutral'
  return notified === recipients ? 'ok' : 'busy'
}
