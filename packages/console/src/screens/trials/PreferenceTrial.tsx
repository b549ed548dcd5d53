import { tryPreference } from '@courtcrier/contract/calls/trials.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { jurisdictionPreference } from '@courtcrier/contract/resources/jurisdiction-preference.ts'
import { NoticeTrialPanel } from './NoticeTrialPanel.tsx'

/** The notices that a jurisdiction preference would have applied to, or would no longer apply to. */
export default function PreferenceTrial({ row, values }: { row: AnyRow; values: AnyRow }) {
  const order = Number(values.order)
  const draft = {
    id: row.id ? String(row.id) : null,
    order: Number.isInteger(order) && order > 0 ? order : null,
    enabled: values.enabled !== false,
    jurisdictionGroups: (values.jurisdictionGroups ?? []) as readonly string[],
    partyEmailDomains: (values.partyEmailDomains ?? []) as readonly string[],
    notificationRules: (values.notificationRules ?? []) as readonly string[],
    autoCaseCreationId: (values.autoCaseCreationId ?? null) as string | null,
    documentProcessingId: (values.documentProcessingId ?? null) as string | null,
  }
  return <NoticeTrialPanel call={tryPreference} resource={jurisdictionPreference} draft={draft} />
}
