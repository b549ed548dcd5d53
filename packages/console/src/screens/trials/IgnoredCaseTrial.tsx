import { tryIgnoredCase } from '@courtcrier/contract/calls/trials.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { ignoredCase } from '@courtcrier/contract/resources/ignored-case.ts'
import { NoticeTrialPanel } from './NoticeTrialPanel.tsx'

/** The notices that an ignored case would have caught, or would no longer catch. */
export default function IgnoredCaseTrial({ row, values }: { row: AnyRow; values: AnyRow }) {
  const text = (key: string) => (values[key] ? String(values[key]) : null)
  const draft = {
    id: row.id ? String(row.id) : null,
    caseNumber: text('caseNumber'),
    name: text('name'),
    ecfxJurisdictionId: text('ecfxJurisdictionId'),
    ignoredByStatus: text('ignoredByStatus'),
    ignoredByEmailDomain: text('ignoredByEmailDomain'),
  }
  return (
    <NoticeTrialPanel
      call={tryIgnoredCase}
      resource={ignoredCase}
      draft={draft}
      isComplete={draft.caseNumber !== null && draft.ecfxJurisdictionId !== null}
    />
  )
}
