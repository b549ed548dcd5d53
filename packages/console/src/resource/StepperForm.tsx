import type { AnyRow, Resource, Step } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '../session/session-store.ts'
import { LoadingFields } from '../ui/Loading.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormFields } from './FormFields.tsx'
import './form-text.ts'
import classes from './form.module.css'
import { formPanels } from './form-panels.ts'
import { type FormScope, isWritable } from './form-values.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { resourceWord } from './labels.ts'
import { RecordFacts } from './RecordFacts.tsx'
import { DraftNote, ProblemCount, useSave, useSummary } from './ResourceForm.tsx'
import { SimilarNote } from './SimilarNote.tsx'
import { StepNav } from './StepNav.tsx'
import stepper from './stepper.module.css'
import { statesOf, stepLabel, stepsOf } from './steps.ts'
import { useRecordForm } from './use-record-form.ts'
import { useStepper } from './use-stepper.ts'

interface StepperFormProps {
  resource: Resource
  /** The values that the record to be made begins with. */
  row: AnyRow
  /** What it is made for, when that is known; its draft is kept apart then. */
  purpose?: string
  onDone: () => void
  /** Hears of the record that was made, before `onDone`. */
  onSaved?: (row: AnyRow) => void
}

/** A new record made step by step: each step is judged when it is left, and the last one shows what was chosen. */
export default function StepperForm({ resource, row, purpose, onDone, onSaved }: StepperFormProps) {
  const { t } = useTranslation()
  const role = useRole()
  const scope = { resource, role, row, isNew: true, purpose }
  const steps = stepsOf(scope)
  const { form, leave, draft, keepStep } = useRecordForm(scope)
  const walk = useStepper({ form, scope, steps, start: draft?.step ?? 0, keepStep })
  const summary = useSummary(form)
  const refused = (problems: Record<string, unknown>) => {
    walk.goToField(Object.keys(problems))
    summary.show()
  }
  const save = useSave(() => scope, {
    onSaved: (saved) => {
      onSaved?.(saved)
      leave(onDone)
    },
    onProblems: (problems) => {
      form.setErrors(problems)
      if (Object.keys(problems).length > 0) refused(problems)
    },
  })
  const create = form.onSubmit((values) => save.mutate(values), refused)
  const step = steps[walk.current]
  const Panel = formPanels[resource.name]
  return (
    <form
      className={classes.form}
      noValidate
      onKeyDown={(event) =>
        handleKeys(event, { next: () => void walk.next(), back: walk.back, create: () => create() })
      }
      onSubmit={(event) => {
        event.preventDefault()
        if (walk.isReview) create()
        else void walk.next()
      }}
    >
      <div className={stepper.parts}>
        <StepNav
          resource={resource}
          steps={steps}
          states={statesOf(steps, { values: form.values, reached: walk.reached, scope })}
          current={walk.current}
          onGo={walk.goTo}
        />
        <div className={classes.fields} ref={walk.body}>
          {draft && (
            <DraftNote
              onDiscard={() => {
                draft.startOver()
                walk.goTo(0)
              }}
            />
          )}
          {summary.problems.length > 0 && (
            <ErrorSummary
              resource={resource}
              problems={summary.problems}
              onGo={(key) => walk.goToField([key])}
              ref={summary.ref}
            />
          )}
          <h3 tabIndex={-1} className={stepper.heading}>
            {step ? stepLabel(resource, step) : t('stepper.review')}
          </h3>
          {step ? (
            <FormFields key={step.name} form={form} scope={scope} keys={step.fields} />
          ) : (
            <Review steps={steps} scope={scope} values={form.values} onGo={walk.goTo} />
          )}
          {!step && Panel && (
            <Suspense fallback={<LoadingFields count={2} />}>
              <Panel row={row} values={form.values} isNew />
            </Suspense>
          )}
        </div>
      </div>
      <footer className={classes.footer}>
        <Button
          variant="default"
          disabled={walk.current === 0}
          leftSection={<IconArrowLeft size={16} stroke={1.8} />}
          onClick={walk.back}
        >
          {t('stepper.back')}
        </Button>
        <Button
          type="submit"
          loading={save.isPending || walk.isChecking}
          rightSection={walk.isReview ? undefined : <IconArrowRight size={16} stroke={1.8} />}
        >
          {walk.isReview ? t('formPanel.create', { record: resourceWord(resource, 'one') }) : t('stepper.next')}
        </Button>
        <Button variant="subtle" onClick={onDone}>
          {t('formPanel.cancel')}
        </Button>
        <ProblemCount count={Object.values(form.errors).filter(Boolean).length} />
        <span className={stepper.keys}>{t('stepper.keys')}</span>
      </footer>
      <LeaveGuard isDirty={() => form.isDirty()} isLeaving={leave.isAllowed} onGiveUp={() => leave(() => {})} />
    </form>
  )
}

interface ReviewProps {
  steps: readonly Step[]
  scope: FormScope
  values: AnyRow
  onGo: (index: number) => void
}

/** What was chosen, step by step, each with the way back to it. */
function Review({ steps, scope, values, onGo }: ReviewProps) {
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

interface StepKeys {
  next: () => void
  back: () => void
  create: () => void
}

/** Alt and the arrows walk the steps, Ctrl or Command and Enter create at once. Enter alone is the form's own. */
function handleKeys(event: KeyboardEvent, { next, back, create }: StepKeys): void {
  const isFinish = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
  const isAlt = event.altKey && !event.ctrlKey && !event.metaKey
  const does = isFinish
    ? create
    : isAlt && event.key === 'ArrowRight'
      ? next
      : isAlt && event.key === 'ArrowLeft'
        ? back
        : undefined
  if (!does) return
  event.preventDefault()
  does()
}
