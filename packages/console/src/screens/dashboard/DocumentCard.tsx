import type { Dashboard, Days } from '@courtcrier/contract/dashboard.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { useTranslation } from 'react-i18next'
import { choiceLabel } from '../../resource/labels.ts'
import { useRole } from '../../session/session-store.ts'
import { documentsLink } from './list-links.ts'
import { RankedList } from './RankedList.tsx'

/** What became of the documents that the notices named. */
export function DocumentCard({ documents, days }: { documents: NonNullable<Dashboard['documents']>; days: Days }) {
  const { t } = useTranslation()
  const role = useRole()
  const { verdict } = courtDocument.fields
  const own = { from: days.from, to: days.to }
  return (
    <RankedList
      title={t('dashboard.documents')}
      total={{ count: documents.total, link: documentsLink(own, undefined, role) }}
      entries={Object.entries(documents.by_verdict).map(([value, count]) => {
        const title = verdict ? choiceLabel(verdict, value) : value
        return {
          key: value,
          title,
          count,
          link: documentsLink(own, value, role),
          label: t('dashboard.ofDocuments', { count, verdict: title }),
        }
      })}
    />
  )
}
