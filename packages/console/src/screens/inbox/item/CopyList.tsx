import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { useTranslation } from 'react-i18next'
import { StatusDot, type Tone } from '../../../ui/StatusDot.tsx'
import panel from './ItemPanel.module.css'
import type { ItemView } from './item-view.ts'

interface CopyListProps {
  copies: ItemView['copies']
  documents: ItemView['documents']
}

/** Where the documents and the notice are filed. */
export function CopyList({ copies, documents }: CopyListProps) {
  const { t } = useTranslation()
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t('inbox.copies.title')}</h3>
      {copies.length === 0 && <p className={panel.quiet}>{t('inbox.copies.none')}</p>}
      <ul className={panel.list}>
        {copies.map((copy) => {
          const title = documents.find(({ id }) => id === copy.documentId)?.title ?? t('inbox.copies.notice')
          return <CopyLine key={copy.id} copy={copy} title={title} />
        })}
      </ul>
    </section>
  )
}

const tones: Record<string, Tone> = {
  new: 'busy',
  started: 'busy',
  failed: 'bad',
  succeeded: 'ok',
  delayed: 'warn',
  canceled: 'neutral',
}

function CopyLine({ copy, title }: { copy: ItemView['copies'][number]; title: string }) {
  const { t } = useTranslation()
  const { path, status, sentence }: Partial<DocumentCopy> = copy
  return (
    <li className={panel.entry}>
      <div className={panel.entryText}>
        {title}
        {path && <small>{path}</small>}
        {sentence && status !== 'succeeded' && (
          <small data-tone={status === 'failed' ? 'bad' : undefined}>{sentence}</small>
        )}
      </div>
      {status && (
        <span className={panel.entryStatus}>
          <StatusDot tone={tones[status] ?? 'neutral'}>{t(`inbox.copies.status.${status}`)}</StatusDot>
        </span>
      )}
    </li>
  )
}
