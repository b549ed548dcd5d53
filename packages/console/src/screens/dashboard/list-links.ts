import { type Role, routeAccess } from '@courtcrier/contract/access.ts'
import {
  addDays,
  type Days,
  missingVerdicts,
  type TopEntry,
  type UnhealthyThing,
  unhealthyDays,
} from '@courtcrier/contract/dashboard.ts'
import { type Filter, pageLimits } from '@courtcrier/contract/query.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { envelope } from '@courtcrier/contract/resources/envelope.ts'
import { inboxItem } from '@courtcrier/contract/resources/inbox-item.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import type { SearchParams } from '../../app/search-params.ts'
import { filterKeys, pageSizes, writeTableState } from '../../resource/table-state.ts'
import { dayOf } from '../../ui/format-time.ts'

/** Where the list behind a number is. */
export interface ListLink {
  to: string
  search: SearchParams
}

/** The resource's list with these filters; undefined where the role cannot open it, or could not see by what it is filtered. */
function listLink(resource: Resource, filters: readonly Filter[], role: Role): ListLink | undefined {
  const known = filterKeys(resource, role)
  const isOpen = resource.access === '' || routeAccess(resource.access, role) !== 'DENY'
  if (!isOpen || !filters.every(({ field }) => known.includes(field))) return undefined
  const state = { freeText: '', sort: [], page: 0, size: pageSizes[0], view: 'all', filters } as const
  return { to: resource.route, search: writeTableState(state, resource) }
}

interface NoticeParts {
  days: Days
  /** Of the day. */
  hour?: number
  courts?: readonly string[]
  /** Only those whose court is not known. */
  isCourtUnknown?: boolean
  cases?: readonly string[]
}

/** The notices of some days and no others. */
export function noticesLink(
  { days, hour, courts, isCourtUnknown, cases }: NoticeParts,
  role: Role,
): ListLink | undefined {
  // A list cannot be asked for more values, and one with fewer would not be what was counted.
  if ((courts?.length ?? 0) > pageLimits.values) return undefined
  const filters: Filter[] = [{ field: 'createdAt', ...days, ...(hour === undefined ? {} : { hour }) }]
  if (courts) filters.push({ field: 'ecfxJurisdictionId', in: courts })
  if (isCourtUnknown) filters.push({ field: 'ecfxJurisdictionId', isEmpty: true })
  if (cases) filters.push({ field: 'caseId', in: cases })
  return listLink(envelope, filters, role)
}

/** The documents of some days, all or of one verdict. */
export function documentsLink(days: Days, verdict: string | undefined, role: Role): ListLink | undefined {
  const filters: Filter[] = [{ field: 'createdAt', ...days }]
  if (verdict) filters.push({ field: 'verdict', in: [verdict] })
  return listLink(courtDocument, filters, role)
}

/** The deliveries of some days, all or to one timekeeper. */
export function deliveriesLink(days: Days, timekeeperId: string | undefined, role: Role): ListLink | undefined {
  const filters: Filter[] = [{ field: 'createdAt', ...days }]
  if (timekeeperId) filters.push({ field: 'timekeeperId', in: [timekeeperId] })
  return listLink(delivery, filters, role)
}

/** The notices of a client or a matter; where it has too many cases to name in an address, its cases or matters. */
export function topLink(
  { id, case_ids }: TopEntry,
  { of, days, role }: { of: 'client' | 'matter'; days: Days; role: Role },
): ListLink | undefined {
  if (case_ids) return noticesLink({ days, cases: case_ids }, role)
  return of === 'matter'
    ? listLink(courtCase, [{ field: 'matterId', in: [id] }], role)
    : listLink(matter, [{ field: 'clientId', in: [id] }], role)
}

/** The list in which something that needs a person is dealt with. `asOf` is when it was counted. */
export function unhealthyLink(
  { kind, court }: UnhealthyThing,
  { asOf, role }: { asOf: string; role: Role },
): ListLink | undefined {
  const today = dayOf(asOf)
  const recent: Filter = { field: 'createdAt', from: addDays(today, 1 - unhealthyDays), to: today }
  const inState = (resource: Resource, field: string, states: readonly string[]) =>
    listLink(resource, [recent, { field, in: states }], role)
  const inInbox = (status: string) => {
    const inbox = listLink(inboxItem, [], role)
    return inbox && { ...inbox, search: { status } }
  }
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
    case 'delivery_failed':
      return inState(delivery, 'status', ['failed'])
    case 'delivery_waiting':
      return inState(delivery, 'status', ['waiting', 'sending'])
    case 'court_quiet':
      return court && listLink(envelope, [{ field: 'ecfxJurisdictionId', in: [court.id] }], role)
  }
}
