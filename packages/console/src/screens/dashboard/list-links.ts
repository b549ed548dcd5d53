import type { Role } from '@courtcrier/contract/access.ts'
import type { TopEntry, UnhealthyThing } from '@courtcrier/contract/calls/dashboard.ts'
import { addDays, type Days, missingVerdicts, unhealthyDays } from '@courtcrier/contract/dashboard.ts'
import { pageLimits } from '@courtcrier/contract/page-limits.ts'
import type { Filter } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { identityProvider } from '@courtcrier/contract/resources/identity-provider.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { mailSender } from '@courtcrier/contract/resources/mail-sender.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { type ListLink, listLink } from '../../resource/list-link.ts'
import { dayOf } from '../../ui/format-time.ts'
import { type Tab, withTab } from '../inbox/inbox-search.ts'

interface NoticeParts {
  days: Days
  /** Hour of the day. */
  hour?: number
  courts?: readonly string[]
  /** Only notices whose court is unknown. */
  isCourtUnknown?: boolean
  cases?: readonly string[]
}

/** Returns the list of exactly the notices of some days. */
export function noticesLink(
  { days, hour, courts, isCourtUnknown, cases }: NoticeParts,
  role: Role,
): ListLink | undefined {
  // A list filter takes no more values, and one with fewer wouldn't match what was counted.
  if ((courts?.length ?? 0) > pageLimits.valuesInAddress) return undefined
  const filters: Filter[] = [{ field: 'createdAt', ...days, ...(hour === undefined ? {} : { hour }) }]
  if (courts) filters.push({ field: 'ecfxJurisdictionId', in: courts })
  if (isCourtUnknown) filters.push({ field: 'ecfxJurisdictionId', isEmpty: true })
  if (cases) filters.push({ field: 'caseId', in: cases })
  return listLink(envelope, filters, role)
}

/** Returns the list of the documents of some days, all or with one result. */
export function documentsLink(days: Days, verdict: string | undefined, role: Role): ListLink | undefined {
  const filters: Filter[] = [{ field: 'createdAt', ...days }]
  if (verdict) filters.push({ field: 'verdict', in: [verdict] })
  return listLink(courtDocument, filters, role)
}

/** Returns the list of the deliveries of some days, all or to one timekeeper. */
export function deliveriesLink(days: Days, timekeeperId: string | undefined, role: Role): ListLink | undefined {
  const filters: Filter[] = [{ field: 'createdAt', ...days }]
  if (timekeeperId) filters.push({ field: 'timekeeperId', in: [timekeeperId] })
  return listLink(delivery, filters, role)
}

/**
 * Returns the list of the notices of a client or a matter; if it has too many cases for an address, of its cases or
 * matters.
 */
export function topLink(
  { id, case_ids }: TopEntry,
  { of, days, role }: { of: 'client' | 'matter'; days: Days; role: Role },
): ListLink | undefined {
  if (case_ids) return noticesLink({ days, cases: case_ids }, role)
  return of === 'matter'
    ? listLink(courtCase, [{ field: 'matterId', in: [id] }], role)
    : listLink(matter, [{ field: 'clientId', in: [id] }], role)
}

/** Returns the list where a problem is handled. `asOf` is when it was counted. */
export function unhealthyLink(
  { kind, court }: UnhealthyThing,
  { asOf, role }: { asOf: string; role: Role },
): ListLink | undefined {
  const today = dayOf(asOf)
  const recent: Filter = { field: 'createdAt', from: addDays(today, 1 - unhealthyDays), to: today }
  const inState = (resource: Resource, field: string, states: readonly string[]) =>
    listLink(resource, [recent, { field, in: states }], role)
  const inInbox = (tab: Tab) => listLink(inboxItem, withTab([], tab), role)
  switch (kind) {
    case 'action_required':
      return inInbox('action')
    case 'item_failed':
      return inInbox('failed')
    case 'document_missing':
      return inState(courtDocument, 'verdict', missingVerdicts)
    case 'copy_failed':
      return inState(documentCopy, 'status', ['failed'])
    case 'credential_failing':
    case 'credential_expires':
      return listLink(credential, [], role)
    case 'mailbox_failing':
    case 'mailbox_expires':
      return listLink(mailbox, [], role)
    case 'sender_failing':
    case 'sender_expires':
      return listLink(mailSender, [], role)
    case 'provider_expires':
      return listLink(identityProvider, [], role)
    case 'delivery_failed':
      return inState(delivery, 'status', ['failed'])
    case 'delivery_waiting':
      return inState(delivery, 'status', ['waiting', 'sending'])
    case 'court_quiet':
      return court && listLink(envelope, [{ field: 'ecfxJurisdictionId', in: [court.id] }], role)
  }
}
