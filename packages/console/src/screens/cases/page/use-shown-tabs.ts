import { hasFeature } from '@courtcrier/contract/features.ts'
import { filedSections, mayList } from '@courtcrier/contract/filed.ts'
import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { courtCase } from '@courtcrier/contract/resources/case.ts'
import { mayReadLog } from '../../../resource/record-address.ts'
import { useFirm } from '../../../session/firm.ts'
import { useRole } from '../../../session/session-store.ts'
import type { CaseTab } from './use-case-place.ts'

const sectionOf: Readonly<Partial<Record<CaseTab, string>>> = {
  docket: 'envelope',
  documents: 'document',
  copies: 'document_copy',
}

/** Returns the sections of a case's page this role and firm have, in their order. */
export function useShownTabs(): readonly CaseTab[] {
  const role = useRole()
  const firm = useFirm()
  const listed = filedSections('case').filter((section) => mayList(section, role))
  const has = (tab: CaseTab) => listed.some(({ entity }) => entity === sectionOf[tab])
  const canSee = (key: string) => fieldAccess(courtCase, key, role) !== 'DENY'
  const isTracked = ['trackingStatus', 'retrievalStatus', 'trackingCents', 'trackingChangedAt'].every(canSee)
  const shown: readonly (CaseTab | false)[] = [
    has('docket') && 'docket',
    has('documents') && 'documents',
    canSee('assignedTimekeepers') && 'people',
    has('copies') && 'copies',
    hasFeature(firm, 'tracking') && isTracked && 'tracking',
    mayReadLog(role) && 'history',
    'details',
  ]
  return shown.filter((tab) => tab !== false)
}
