import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFields } from './FormFields.tsx'
import type { FormScope } from './form-values.ts'
import classes from './stepper.module.css'
import { stepLabel, stepsOf } from './steps.ts'
import type { RecordForm } from './use-record-form.ts'

interface FormSectionsProps {
  form: RecordForm
  scope: FormScope
  keys: readonly string[]
}

/** Shows the whole form; its steps, if any, are listed in order, with an index. */
export function FormSections({ form, scope, keys }: FormSectionsProps) {
  const { t } = useTranslation()
  const id = useId()
  const steps = stepsOf(scope, form.values)
  if (scope.isNew || steps.length < 2) return <FormFields form={form} scope={scope} keys={keys} />
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
