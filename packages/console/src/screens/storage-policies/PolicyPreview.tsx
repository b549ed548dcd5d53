import { previewPolicy } from '@courtcrier/contract/calls/previews.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { storagePolicy } from '@courtcrier/contract/resources/storage-policy.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../../i18n/labels.ts'
import panel from '../../resource/FormPanel.module.css'
import { FormPanel } from '../../resource/FormPanel.tsx'
import { ask } from '../../session/ask.ts'
import { useSettledValue } from '../../ui/use-settled-value.ts'
import classes from './storage-policies.module.css'
import './text.ts'

const settleMs = 400

/** Shows below a policy's fields where its templates would save the latest documents. */
export default function PolicyPreview({ values }: { values: AnyRow }) {
  const { t } = useTranslation()
  const templates = useSettledValue(
    {
      documentPath: String(values.documentPath ?? ''),
      documentName: String(values.documentName ?? ''),
      documentProperties: (values.documentProperties ?? {}) as Record<string, string>,
      dmsCredentialId: values.dmsCredentialId as string | null | undefined,
    },
    settleMs,
  )
  const preview = useQuery({
    queryKey: ['document', 'policy-preview', templates],
    queryFn: () => ask(previewPolicy, { body: templates }),
    placeholderData: keepPreviousData,
  })
  return (
    <FormPanel title={t('policyPreview.title')} query={preview} lines={3}>
      {({ problems, samples, warnings }) => (
        <>
          {warnings.map((warning) => (
            <p key={warning} role="status" className={panel.problem}>
              {warning}
            </p>
          ))}
          {problems.map(({ field, message }) => (
            <p key={field} role="status" className={panel.problem}>
              {fieldLabel(storagePolicy, field)}: {message}
            </p>
          ))}
          {problems.length === 0 && samples.length === 0 && <p>{t('policyPreview.none')}</p>}
          <ul className={panel.list}>
            {samples.map(({ title, path, warnings }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: titles repeat, and the list is replaced as a whole
              <li key={index} className={classes.sample}>
                <span>{title}</span>
                <code>{path}</code>
                {warnings.map((warning) => (
                  <small key={warning}>{warning}</small>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
    </FormPanel>
  )
}
