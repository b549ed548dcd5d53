import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldLabel } from '../i18n/labels.ts'
import classes from './form.module.css'

interface ErrorSummaryProps {
  resource: Resource
  /** One sentence per field. */
  problems: readonly (readonly [key: string, sentence: string])[]
  /** Focuses the field; absent if the form has none of this name. */
  onGo: (key: string) => void
  ref: Ref<HTMLDivElement>
}

/** Lists everything that prevents saving, each sentence linking to its field. */
export function ErrorSummary({ resource, problems, onGo, ref }: ErrorSummaryProps) {
  const { t } = useTranslation()
  const titleId = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs
    <div ref={ref} role="group" tabIndex={-1} aria-labelledby={titleId} className={classes.summary}>
      <h3 id={titleId}>{t('summary.title', { count: problems.length })}</h3>
      <ul>
        {problems.map(([key, sentence]) => (
          <li key={key}>
            {findField(resource, key) && (
              <button type="button" onClick={() => onGo(key)}>
                {fieldLabel(resource, key)}
              </button>
            )}{' '}
            {sentence}
          </li>
        ))}
      </ul>
    </div>
  )
}
