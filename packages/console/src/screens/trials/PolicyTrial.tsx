import { tryPolicy } from '@courtcrier/contract/calls/trials.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { type StoragePolicy, storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { fieldLabel } from '../../i18n/labels.ts'
import { translated } from '../../ui/translated.ts'
import { NoticeTrialPanel } from './NoticeTrialPanel.tsx'
import { PropertyList } from './PropertyList.tsx'

/** What a storage policy would have saved of past filings, and where. */
export default function PolicyTrial({ row, values }: { row: AnyRow; values: AnyRow }) {
  const draft = {
    id: row.id ? String(row.id) : null,
    storeDocuments: values.storeDocuments === true,
    storeEmail: (values.storeEmail ?? 'none') as StoragePolicy['storeEmail'],
    documentPath: String(values.documentPath ?? ''),
    documentName: String(values.documentName ?? ''),
    documentProperties: (values.documentProperties ?? {}) as Readonly<Record<string, string>>,
    dmsCredentialId: (values.dmsCredentialId ?? null) as string | null,
  }
  return (
    <NoticeTrialPanel
      call={tryPolicy}
      resource={storagePolicy}
      draft={draft}
      detail={({ properties }) => <PropertyList properties={properties} />}
      wrongWith={({ problems, warnings }) => [
        ...warnings.map(translated),
        ...problems.map(({ field, message }) => `${fieldLabel(storagePolicy, field)}: ${translated(message)}`),
      ]}
    />
  )
}
