import type { AnyRow, Resource, Step } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { type KeyboardEvent, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useRole } from '../session/session-store.ts'
import { ErrorSummary } from './ErrorSummary.tsx'
import { FormFields } from './FormFields.tsx'
import { useFace, useRecordWord } from './face.ts'
import './form-text.ts'
import classes from './form.module.css'
import type { FormScope } from './form-values.ts'
import { LeaveGuard } from './LeaveGuard.tsx'
import { DraftNote, LoadingPanel, ProblemCount, useFollowUp, useSave, useSummary } from './ResourceForm.tsx'
import { StepNav } from './StepNav.tsx'
import { StepperReview } from './StepperReview.tsx'
import stepper from './stepper.module.css'
import { nextOpen, statesOf, stepLabel, stepsOf } from './steps.ts'
import { useRecordForm } from './use-record-form.ts'
import { useStepper } from './use-stepper.ts'

interface StepperFormProps {
  resource: Resource
  /** The initial values of the new record. */
  row: AnyRow
  /** The fields that were chosen before, and aren't asked for again. */
  settled?: readonly string[]
  /** What it is created for, if known; its draft is then stored separately. */
  purpose?: string
  /** Whether the initial values may be all that is needed: only steps that need input are shown before the review. */
  isPrefilled?: boolean
  onDone: () => void
  /** Called with the new record and what its creation can be undone by, before `onDone`; announces it. */
  onSaved?: (row: AnyRow, undoId: string | undefined) => void
}

/** Creates a record step by step: each step is validated on leaving it, and the last one reviews the values. */
export default function StepperForm({
  resource,
  row,
  settled,
  purpose,
  isPrefilled = false,
  onDone,
  onSaved,
}: StepperFormProps) {
  const role = useRole()
  const scope = { resource, role, row, isNew: true, purpose, settled }
  const { form, leave, draft, keepStep } = useRecordForm(scope)
  const steps = stepsOf(scope, form.values)
  const start = draft?.step ?? (isPrefilled ? nextOpen(steps, 0, { values: row, scope }) : 0)
  const walk = useStepper({ form, scope, steps, start, isPrefilled, keepStep })
  const summary = useSummary(form)
  const { follow, followUp } = useFollowUp()
  const refused = (problems: Record<string, unknown>) => {
    walk.goToField(Object.keys(problems))
    summary.show()
  }
  const save = useSave(() => scope, {
    isAnnounced: !onSaved,
    onSaved: (saved, undoId) => {
      onSaved?.(saved, undoId)
      followUp(saved)
      leave(onDone)
    },
    onProblems: (problems) => {
      form.setErrors(problems)
      if (Object.keys(problems).length > 0) refused(problems)
    },
  })
  const create = form.onSubmit((values) => save.mutate(values), refused)
  const startOver = () => {
    draft?.startOver()
    walk.goTo(0)
  }
  const goOn = () => void walk.next()
  return (
    <form
      className={classes.form}
      noValidate
      onKeyDown={(event) => handleKeys(event, { next: goOn, back: walk.back, create: () => create() })}
      onSubmit={(event) => {
        event.preventDefault()
        if (walk.isReview) create()
        else goOn()
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
          {draft && <DraftNote onDiscard={startOver} />}
          {summary.problems.length > 0 && (
            <ErrorSummary
              resource={resource}
              problems={summary.problems}
              onGo={(key) => walk.goToField([key])}
              ref={summary.ref}
            />
          )}
          <StepContent {...{ walk, steps, form, scope, follow }} />
        </div>
      </div>
      <StepFooter walk={walk} scope={scope} isBusy={save.isPending} errors={form.errors} onCancel={onDone} />
      <LeaveGuard isDirty={() => form.isDirty()} isLeaving={leave.isAllowed} onGiveUp={() => leave(() => {})} />
    </form>
  )
}

interface StepContentProps {
  walk: ReturnType<typeof useStepper>
  steps: readonly Step[]
  form: ReturnType<typeof useRecordForm>['form']
  scope: FormScope
  follow: ReturnType<typeof useFollowUp>['follow']
}

/** Shows the fields of the current step, or the review after the last one. */
function StepContent({ walk, steps, form, scope, follow }: StepContentProps) {
  const { t } = useTranslation()
  const { resource, row } = scope
  const step = steps[walk.current]
  const Panel = useFace(resource).panels?.form
  return (
    <>
      <h3 tabIndex={-1} className={stepper.heading}>
        {step ? stepLabel(resource, step) : t('stepper.review')}
      </h3>
      {step ? (
        <FormFields key={step.name} form={form} scope={scope} keys={step.fields} />
      ) : (
        <StepperReview steps={steps} scope={scope} values={form.values} onGo={walk.goTo} />
      )}
      {!step && Panel && (
        <Suspense fallback={<LoadingPanel />}>
          <Panel resource={resource} row={row} values={form.values} isNew follow={follow} />
        </Suspense>
      )}
    </>
  )
}

interface StepFooterProps {
  walk: ReturnType<typeof useStepper>
  scope: FormScope
  isBusy: boolean
  errors: Readonly<Record<string, unknown>>
  onCancel: () => void
}

function StepFooter({ walk, scope, isBusy, errors, onCancel }: StepFooterProps) {
  const { t } = useTranslation()
  const word = useRecordWord(scope.resource, scope.row)
  return (
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
        loading={isBusy || walk.isChecking}
        rightSection={walk.isReview ? undefined : <IconArrowRight size={16} stroke={1.8} />}
      >
        {walk.isReview ? t('formPanel.create', { record: word }) : t('stepper.next')}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        {t('formPanel.cancel')}
      </Button>
      <ProblemCount count={Object.values(errors).filter(Boolean).length} />
      <span className={stepper.keys}>{t('stepper.keys')}</span>
    </footer>
  )
}

interface StepKeys {
  next: () => void
  back: () => void
  create: () => void
}

/**
 * Handles keys: Alt and an arrow change steps; Ctrl or Command and Enter create the record. Enter alone belongs to the
 * form.
 */
function handleKeys(event: KeyboardEvent, keys: StepKeys): void {
  const act = actOf(event, keys)
  if (!act) return
  event.preventDefault()
  act()
}

function actOf(
  { key, altKey, ctrlKey, metaKey }: KeyboardEvent,
  { next, back, create }: StepKeys,
): (() => void) | undefined {
  const isCommand = ctrlKey || metaKey
  if (key === 'Enter' && isCommand) return create
  if (!altKey || isCommand) return undefined
  if (key === 'ArrowRight') return next
  return key === 'ArrowLeft' ? back : undefined
}
