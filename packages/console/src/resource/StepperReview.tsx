import type { AnyRow, Step } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import './form-text.ts'
import classes from './form.module.css'
import { type FormScope, isWritable } from './form-values.ts'
import { RecordFacts } from './RecordFacts.tsx'
import { SimilarNote } from './SimilarNote.tsx'
import stepper from './stepper.module.css'
import { stepLabel } from './steps.ts'

interface StepperReviewProps {
  steps: readonly Step[]
  scope: FormScope
  values: AnyRow
  onGo: (index: number) => void
}

/** Shows the values, step by step, each with a link back to it. */
export function StepperReview({ steps, scope, values, onGo }: StepperReviewProps) {
  const { t } = useTranslation()
  const { resource, role } = scope
  return (
    <>
      <p className={classes.quiet}>{t('stepper.reviewLead')}</p>
      {resource.likeness && <SimilarNote scope={scope} values={values} />}
      {steps.map((step, index) => (
        <section key={step.name} className={stepper.review}>
          <header>
            <h4>{stepLabel(resource, step)}</h4>
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={t('stepper.changeStep', { step: stepLabel(resource, step) })}
              onClick={() => onGo(index)}
            >
              {t('stepper.change')}
            </Button>
          </header>
          <RecordFacts resource={resource} row={values} role={role} keys={step.fields} />
          {!step.fields.some((key) => isChosen(values[key]) && isWritable(key, scope)) && (
            <p className={classes.quiet}>{t('stepper.nothing')}</p>
          )}
        </section>
      ))}
    </>
  )
}

function isChosen(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)
}
