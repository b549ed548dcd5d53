import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './form.module.css'
import { fieldLabel } from './labels.ts'

interface ErrorSummaryProps {
  resource: Resource
  /** A sentence a field. */
  problems: readonly (readonly [key: string, sentence: string])[]
  /** Goes to the field; absent where the form has none of this name. */
  onGo: (key: string) => void
  ref: Ref<HTMLDivElement>
}

/** Everything that keeps the form from being saved, each sentence leading to its field. */
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
