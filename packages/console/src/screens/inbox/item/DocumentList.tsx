import { subjectAccess } from '@courtcrier/contract/access.ts'
import { IconFileText, IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../../session/session-store.ts'
import { formatBytes } from '../../../ui/format-bytes.ts'
import { translated } from '../../../ui/translated.ts'
import { CopyLinkButton } from '../../public-document/CopyLinkButton.tsx'
import classes from './DocumentList.module.css'
import { documentWord, hasFile } from './document-word.ts'
import panel from './ItemPanel.module.css'
import type { ItemView } from './item-view.ts'

type ItemDocument = ItemView['documents'][number]

interface DocumentListProps {
  documents: readonly ItemDocument[]
  /** Whether the notice lists documents none of which is saved yet. */
  isAwaited?: boolean
  openId?: string
  onOpen: (id: string) => void
}

/** Lists the documents of the filing: which are saved, and the results for the others. */
export function DocumentList({ documents, isAwaited = false, openId, onOpen }: DocumentListProps) {
  const { t } = useTranslation()
  const isHidden = subjectAccess('document', useRole()) === 'DENY'
  const none = isAwaited ? 'inbox.documents.noneYet' : 'inbox.documents.none'
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t('inbox.documents.title')}</h3>
      {documents.length === 0 && <p className={panel.quiet}>{t(isHidden ? 'inbox.documents.hidden' : none)}</p>}
      <ul className={panel.list}>
        {documents.map((document) => (
          <li key={document.id} className={classes.line}>
            {hasFile(document) ? (
              <button
                type="button"
                className={panel.pressable}
                data-document={document.id}
                aria-current={document.id === openId ? 'true' : undefined}
                onClick={() => onOpen(document.id)}
              >
                <DocumentLine document={document} />
              </button>
            ) : (
              <div className={panel.pressable}>
                <DocumentLine document={document} />
              </div>
            )}
            {hasFile(document) && <CopyLinkButton document={document} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function DocumentLine({ document }: { document: ItemDocument }) {
  const { t } = useTranslation()
  const { tone, labelKey } = documentWord(document)
  const Icon = document.sealed ? IconLock : IconFileText
  const isKept = hasFile(document)
  const facts = [
    document.number,
    document.pages ? t('inbox.documents.pages', { count: document.pages }) : undefined,
    document.size ? formatBytes(document.size) : undefined,
    document.uploaded ? t('inbox.documents.uploaded') : undefined,
  ].filter(Boolean)
  return (
    <>
      <Icon className={classes.icon} size={20} stroke={1.4} aria-hidden />
      <span className={panel.entryText}>
        {document.title}
        {facts.length > 0 && <small className="num">{facts.join(' · ')}</small>}
        <OwnTitle document={document} />
        {!isKept && document.sentence && <small data-tone={tone}>{translated(document.sentence)}</small>}
      </span>
      <span className={classes.word} data-tone={tone}>
        {t(labelKey)}
      </span>
    </>
  )
}

/** What the notice calls a document that is titled as it titles itself, or what it might title itself. */
function OwnTitle({ document: { noticeTitle, readTitle, titleIsSure, titlePage, title } }: { document: ItemDocument }) {
  const { t } = useTranslation()
  if (noticeTitle && noticeTitle !== title)
    return <small>{t('inbox.documents.inNotice', { title: noticeTitle })}</small>
  if (!readTitle || titleIsSure || readTitle === title) return null
  return <small>{t('inbox.documents.mayBe', { title: readTitle, page: titlePage ?? 1 })}</small>
}
