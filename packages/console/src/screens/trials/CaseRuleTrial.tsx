import { tryCaseRule } from '@courtcrier/contract/calls/trials.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { autoCaseCreation } from '@courtcrier/contract/resources/auto-case-creation.ts'
import { NoticeTrialPanel } from './NoticeTrialPanel.tsx'

/** The cases that an auto case creation would have made. */
export default function CaseRuleTrial({ values }: { values: AnyRow }) {
  const draft = {
    timekeepers: (values.timekeepers ?? []) as readonly string[],
    partyEmailDomains: (values.partyEmailDomains ?? []) as readonly string[],
    matterId: (values.matterId ?? null) as string | null,
  }
  const isComplete = draft.timekeepers.length + draft.partyEmailDomains.length > 0
  return <NoticeTrialPanel call={tryCaseRule} resource={autoCaseCreation} draft={draft} isComplete={isComplete} />
}
