import { routeAccess } from '@courtcrier/contract/access.ts'
import type { Dashboard, Days, TopEntry } from '@courtcrier/contract/dashboard.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { useTranslation } from 'react-i18next'
import { resourceWord } from '../../resource/labels.ts'
import { useRole } from '../../session/session-store.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { DocumentCard } from './DocumentCard.tsx'
import classes from './dashboard.module.css'
import { deliveriesLink, type ListLink, topLink } from './list-links.ts'
import { RankedList } from './RankedList.tsx'

/** The ten matters, clients and timekeepers with the most, and what became of the documents. */
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
    return t(`dashboard.${key}`, { count: formatNumber(count) as never, title })
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
