import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { useFirm } from '../../session/firm.ts'
import { useRole } from '../../session/session-store.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { formatList } from '../../ui/format-list.ts'
import { ToAddresses } from '../inbox/ToAddresses.tsx'
import { useInboxCounts } from '../inbox/use-inbox-counts.ts'

/** Shows that no filings are on these dates, or how the firm receives its first notice. */
export function NoNotices({ isAll }: { isAll: boolean }) {
  const { t } = useTranslation()
  const hasReceived = useHasReceived()
  if (hasReceived === false) return <FirstNotice />
  if (isAll) {
    const action = (
      <Button variant="default" renderRoot={(props) => <Link {...props} to="/inbox-items" />}>
        {t('dashboard.toInbox')}
      </Button>
    )
    return <EmptyState title={t('dashboard.firstTitle')} text={t('dashboard.firstText')} action={action} />
  }
  const action = (
    <Button
      variant="default"
      renderRoot={(props) => <Link {...props} to="/dashboard" search={{ range: 'all_time' } as never} />}
    >
      {t('dashboard.ranges.all_time')}
    </Button>
  )
  return <EmptyState title={t('dashboard.emptyTitle')} text={t('dashboard.emptyText')} action={action} />
}

function FirstNotice() {
  const { t } = useTranslation()
  const { incomingEmailAddresses: addresses } = useFirm()
  const action = <ToAddresses label={t('dashboard.toAddresses')} />
  return <EmptyState title={t('dashboard.firstTitle')} text={firstText(addresses, t)} action={action} />
}

/** The addresses are undefined where the role doesn't see them. */
function firstText(addresses: readonly string[] | undefined, t: TFunction): string {
  if (!addresses) return t('dashboard.firstText')
  if (addresses.length === 0) return t('dashboard.firstNoAddress')
  return t('dashboard.firstAddresses', { addresses: formatList(addresses, 'disjunction') })
}

/** Returns whether the firm ever received a message; undefined if that isn't known yet or the role doesn't see it. */
function useHasReceived(): boolean | undefined {
  const role = useRole()
  const counts = useInboxCounts()
  const isSeen = ['hidden', 'receivedAt'].every((field) => fieldAccess(inboxItem, field, role) !== 'DENY')
  if (!counts || !isSeen) return undefined
  return counts.latest_received_at !== null || counts.archived > 0
}
