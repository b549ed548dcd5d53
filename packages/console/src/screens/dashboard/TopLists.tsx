import { routeAccess } from '@courtcrier/contract/access.ts'
import type { Dashboard, TopEntry } from '@courtcrier/contract/calls/dashboard.ts'
import type { Days } from '@courtcrier/contract/dashboard.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { useTranslation } from 'react-i18next'
import { choiceLabel, resourceWord } from '../../i18n/labels.ts'
import type { ListLink } from '../../resource/list-link.ts'
import { useRole } from '../../session/session-store.ts'
import classes from './dashboard.module.css'
import { deliveriesLink, documentsLink, topLink } from './list-links.ts'
import { RankedList } from './RankedList.tsx'

/** Shows the top ten matters, clients and timekeepers, and the results for the documents. */
export function TopLists({ dashboard }: { dashboard: Dashboard }) {
  const role = useRole()
  const { top_clients, top_matters, top_timekeepers, documents, from, to } = dashboard
  const days = { from, to }
  return (
    <div className={classes.grid}>
      {top_matters && (
        <TopList
          resource={matter}
          entries={top_matters}
          days={days}
          linkOf={(entry) => topLink(entry, { of: 'matter', days, role })}
        />
      )}
      {top_clients && (
        <TopList
          resource={client}
          entries={top_clients}
          days={days}
          linkOf={(entry) => topLink(entry, { of: 'client', days, role })}
        />
      )}
      {top_timekeepers && (
        <TopList
          resource={timekeeper}
          entries={top_timekeepers}
          days={days}
          linkOf={({ id }) => deliveriesLink(days, id, role)}
        />
      )}
      {documents && <DocumentCard documents={documents} days={days} />}
    </div>
  )
}

interface TopListProps {
  resource: Resource
  entries: readonly TopEntry[]
  days: Days
  linkOf: (entry: TopEntry) => ListLink | undefined
}

function TopList({ resource, entries, linkOf }: TopListProps) {
  const { t } = useTranslation()
  const role = useRole()
  const isOpen = resource.access === '' || routeAccess(resource.access, role) !== 'DENY'
  const isPeople = resource.name === timekeeper.name
  const labelOf = ({ count, title, case_ids }: TopEntry) => {
    const key = isPeople ? 'deliveriesOf' : case_ids ? 'noticesOf' : 'casesOf'
    return t(`dashboard.${key}`, { count, title })
  }
  return (
    <RankedList
      title={t('dashboard.top', { records: resourceWord(resource, 'many') })}
      entries={entries.map((entry) => ({
        key: entry.id,
        title: entry.title,
        record: isOpen ? { to: resource.route, search: { id: entry.id } } : undefined,
        count: entry.count,
        link: linkOf(entry),
        label: labelOf(entry),
      }))}
    />
  )
}

/** Shows the results for the documents listed in the notices. */
function DocumentCard({ documents, days }: { documents: NonNullable<Dashboard['documents']>; days: Days }) {
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
