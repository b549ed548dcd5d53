import type { PolicyPreview as Preview } from '@courtcrier/contract/policy-preview.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../resource/labels.ts'
import { apiSend } from '../../session/api.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { LoadingRows } from '../../ui/Loading.tsx'
import classes from './storage-policies.module.css'
import './text.ts'

const settleMs = 400

/** Below a policy's fields: where its templates would put the latest documents. */
export default function PolicyPreview({ values }: { values: AnyRow }) {
  const { t } = useTranslation()
  const [templates] = useDebouncedValue(
    { document_path: String(values.documentPath ?? ''), document_name: String(values.documentName ?? '') },
    settleMs,
  )
  const { data, error, refetch } = useQuery({
    queryKey: ['document', 'policy-preview', templates],
    queryFn: () => apiSend<Preview>('POST', '/api/v1/storage_policy/preview', templates),
    placeholderData: keepPreviousData,
  })
  return (
    <section className={classes.panel} aria-labelledby="policy-preview">
      <h3 id="policy-preview">{t('policyPreview.title')}</h3>
      {error && !data && <ErrorState error={error} retry={() => void refetch()} />}
      {!error && !data && <LoadingRows count={3} />}
      {data?.problems.map(({ field, message }) => (
        <p key={field} role="status" className={classes.problem}>
          {fieldLabel(storagePolicy, field)}: {message}
        </p>
      ))}
      {data && data.problems.length === 0 && data.samples.length === 0 && <p>{t('policyPreview.none')}</p>}
      <ul className={classes.list}>
        {data?.samples.map(({ title, path, warnings }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two documents may have one title, and the list is replaced as a whole
          <li key={index}>
            <span>{title}</span>
            <code>{path}</code>
            {warnings.map((warning) => (
              <small key={warning}>{warning}</small>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
