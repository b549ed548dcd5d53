import type { Step } from '@courtcrier/contract/resource.ts'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFields } from './FormFields.tsx'
import type { FormScope } from './form-values.ts'
import classes from './stepper.module.css'
import { stepLabel } from './steps.ts'
import type { RecordForm } from './use-record-form.ts'

interface FormSectionsProps {
  form: RecordForm
  scope: FormScope
  steps: readonly Step[]
}

/** Shows the steps of a form in order, with an index. */
export function FormSections({ form, scope, steps }: FormSectionsProps) {
  const { t } = useTranslation()
  const id = useId()
  const go = (name: string) => {
    const heading = document.getElementById(`${id}-${name}`)
    heading?.scrollIntoView({ block: 'start' })
    heading?.focus({ preventScroll: true })
  }
  return (
    <>
      <nav aria-label={t('stepper.sections')} className={classes.index}>
        {steps.map((step) => (
          <button key={step.name} type="button" onClick={() => go(step.name)}>
            {stepLabel(scope.resource, step)}
          </button>
        ))}
      </nav>
      {steps.map((step) => (
        <section key={step.name} aria-labelledby={`${id}-${step.name}`} className={classes.section}>
          <h3 id={`${id}-${step.name}`} tabIndex={-1}>
            {stepLabel(scope.resource, step)}
          </h3>
          <FormFields form={form} scope={scope} keys={step.fields} />
        </section>
      ))}
    </>
  )
}
