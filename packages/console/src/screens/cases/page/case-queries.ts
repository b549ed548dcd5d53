import { subjectAccess } from '@courtcrier/contract/access.ts'
import { type Docket, docketPageSize, readCaseRecipients, readDocket } from '@courtcrier/contract/calls/case-page.ts'
import type { Resource } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { delivery } from '@courtcrier/contract/resources/delivery.ts'
import type { CourtDocument } from '@courtcrier/contract/resources/document.ts'
import { courtDocument } from '@courtcrier/contract/resources/document.ts'
import { documentCopy } from '@courtcrier/contract/resources/document-copy.ts'
import { type Envelope, envelope } from '@courtcrier/contract/resources/envelope.ts'
import { firm } from '@courtcrier/contract/resources/firm.ts'
import { matter } from '@courtcrier/contract/resources/matter.ts'
import { notificationRule } from '@courtcrier/contract/resources/notification-rule.ts'
import { timekeeper } from '@courtcrier/contract/resources/timekeeper.ts'
import { timekeeperGroup } from '@courtcrier/contract/resources/timekeeper-group.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRow } from '../../../session/api.ts'
import { ask } from '../../../session/ask.ts'
import { useRole } from '../../../session/session-store.ts'

export type DocketDocument = Partial<CourtDocument> & { id: string }

/** A filing with its documents, as far as the role may see them. */
export type DocketEntry = Omit<Docket['entries'][number], 'envelope' | 'documents'> & {
  envelope: Partial<Envelope> & { id: string; createdAt: string }
  documents: readonly DocketDocument[]
}

/** Returns a page of the case's docket, live. */
export function useDocket(id: string, page: number, isEnabled: boolean) {
  return useQuery({
    queryKey: [envelope.name, 'docket', id, page],
    meta: { shows: [courtDocument.name, delivery.name, documentCopy.name] },
    queryFn: async ({ signal }) => {
      const { entries, ...totals } = await ask(
        readDocket,
        { id, query: { offset: String((page - 1) * docketPageSize) } },
        { signal },
      )
      return {
        entries: entries as unknown as readonly DocketEntry[],
        ...totals,
        pages: Math.ceil(totals.filings / docketPageSize),
      }
    },
    enabled: isEnabled,
    placeholderData: keepPreviousData,
  })
}

/** Returns who will be notified of the case's next filing, live. */
export function useCaseRecipients(id: string) {
  return useQuery({
    queryKey: [courtCase.name, 'recipients', id],
    meta: { shows: [timekeeper, timekeeperGroup, notificationRule, firm, matter, client].map(({ name }) => name) },
    queryFn: ({ signal }) => ask(readCaseRecipients, { id }, { signal }),
  })
}

/** Returns a record the case leads to; undefined while it loads, and if the role may not see it. */
export function useLinked<Row>(resource: Resource<Row>, id: string | null | undefined) {
  const role = useRole()
  const { data } = useQuery({
    queryKey: [resource.name, 'row', id],
    queryFn: ({ signal }) => getRow(resource, id ?? '', signal),
    enabled: Boolean(id) && subjectAccess(resource.subject, role) !== 'DENY',
    retry: false,
  })
  return id ? data : undefined
}
