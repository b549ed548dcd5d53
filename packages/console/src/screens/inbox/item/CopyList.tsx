import { subjectAccess } from '@courtcrier/contract/access.ts'
import type { DocumentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { Anchor } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '../../../session/session-store.ts'
import { useTitleOf } from '../../../session/titles.ts'
import { StatusDot, type Tone } from '../../../ui/StatusDot.tsx'
import { translated } from '../../../ui/translated.ts'
import { webLink } from '../../../ui/web-link.ts'
import classes from './CopyList.module.css'
import { FailedCount } from './FailedCount.tsx'
import { failedFirst } from './failed-first.ts'
import { hasSeveralCases } from './has-several-cases.ts'
import panel from './ItemPanel.module.css'
import type { ItemView } from './item-view.ts'

/** A copy as far as the role may see it, with what the page knows about it. */
interface ShownCopy extends Partial<DocumentCopy> {
  id: string
  policy?: string | null
  link?: string | null
}

interface CopyListProps {
  copies: readonly ShownCopy[]
  documents: ItemView['documents']
  /** The actions for a copy, if there are any. */
  actionsOf?: (copy: ShownCopy, title: string) => ReactNode
}

/** Shows where the documents and the notice are saved, by which policy and for which case, with a link if there is one. */
export function CopyList({ copies, documents, actionsOf }: CopyListProps) {
  const { t } = useTranslation()
  const ofSeveral = hasSeveralCases(copies)
  const isHidden = subjectAccess('document_copy', useRole()) === 'DENY'
  return (
    <section className={panel.section}>
      <h3 className={panel.heading}>{t('inbox.copies.title')}</h3>
      {copies.length === 0 && (
        <p className={panel.quiet}>{t(isHidden ? 'inbox.copies.hidden' : 'inbox.copies.none')}</p>
      )}
      <FailedCount rows={copies} />
      <ul className={panel.list}>
        {failedFirst(copies).map((copy) => {
          const title = documents.find(({ id }) => id === copy.documentId)?.title ?? t('inbox.copies.notice')
          return (
            <CopyLine
              key={copy.id}
              copy={copy}
              title={title}
              ofSeveral={ofSeveral}
              actions={actionsOf?.(copy, title)}
            />
          )
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

interface CopyLineProps {
  copy: ShownCopy
  title: string
  /** Whether copies are for several cases, so that each says for which. */
  ofSeveral: boolean
  actions: ReactNode
}

function CopyLine({ copy, title, ofSeveral, actions }: CopyLineProps) {
  const { t } = useTranslation()
  const { path, policy, status, sentence, target, attempts, caseId } = copy
  const { data: savedFor } = useTitleOf('case', ofSeveral ? caseId : undefined)
  const link = status === 'succeeded' ? webLink(copy.link) : undefined
  return (
    <li className={panel.entry}>
      <div className={panel.entryText}>
        {title}
        {savedFor && <small>{t('inbox.copies.for', { name: savedFor })}</small>}
        {path && <small>{path}</small>}
        {policy && <small>{t('inbox.copies.policy', { name: policy })}</small>}
        {target && <small>{t('inbox.copies.target', { target, count: attempts ?? 0 })}</small>}
        {sentence && status !== 'succeeded' && (
          <small data-tone={status === 'failed' ? 'bad' : undefined}>{translated(sentence)}</small>
        )}
      </div>
      <div className={classes.side}>
        {status && <StatusDot tone={tones[status] ?? 'neutral'}>{t(`inbox.copies.status.${status}`)}</StatusDot>}
        {link && (
          <Anchor href={link} target="_blank" rel="noopener noreferrer" size="sm">
            {t('inbox.copies.open')}
          </Anchor>
        )}
        {actions}
      </div>
    </li>
  )
}
