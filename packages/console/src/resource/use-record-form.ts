import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useForm } from '@mantine/form'
import { useEffect, useId, useRef, useState } from 'react'
import { changedKeys } from './conflict.ts'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { problemsOf } from './form-problems.ts'
import { type FormScope, formKeys } from './form-values.ts'

interface RecordFormOptions {
  /** Input survives a reload, unless the form is part of another that saves it. */
  hasDraft?: boolean
}

/**
 * Manages the form's state, with input from before a reload. A record that changes elsewhere is updated unless
 * something was typed here. A field is validated once it was first left or submitted, and then while typing.
 */
export function useRecordForm(scope: FormScope, { hasDraft = true }: RecordFormOptions = {}) {
  // Input changes the record that was shown when typing began, not a later version by someone else.
  const base = useRef(scope.row)
  const isLeaving = useRef(false)
  const [kept, setKept] = useState(() => (hasDraft ? readDraft(scope) : undefined))
  const step = useRef(kept?.step ?? 0)
  const keep = (values: AnyRow) => hasDraft && !isLeaving.current && keepDraft({ values, step: step.current }, scope)
  const { form, judged } = useJudgedForm(scope, { base, keep })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is restored once, when the form appears
  useEffect(() => {
    if (kept) form.setValues(kept.values)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row matters
  useEffect(() => {
    if (scope.row === base.current) return
    const isSame = changedKeys(formKeys(scope), { base: base.current, theirs: scope.row }).length === 0
    if (isSame || !form.isDirty()) takeOver(isSame ? form.getValues() : startValues(scope))
  }, [scope.row])
  /** Continues from the record's current state, with these values applied. */
  const takeOver = (values: AnyRow) => {
    base.current = scope.row
    form.setInitialValues(startValues(scope))
    form.resetDirty(startValues(scope))
    form.setValues(values)
  }
  /** Leaves the form without asking: the input was saved, or is discarded on purpose. */
  const leave = (go: () => void) => {
    isLeaving.current = true
    if (hasDraft) dropDraft(scope)
    go()
  }
  leave.isAllowed = () => isLeaving.current
  const startOver = () => {
    setKept(undefined)
    judged.clear()
    form.reset()
    dropDraft(scope)
  }
  /** Saves the step, so that a reload returns to it. */
  const keepStep = (index: number) => {
    step.current = index
    keep(form.getValues())
  }
  return { form, leave, draft: kept ? { startOver, step: kept.step } : undefined, base, takeOver, keepStep }
}

export type RecordForm = ReturnType<typeof useRecordForm>['form']

function useJudgedForm(
  scope: FormScope,
  { base, keep }: { base: { current: AnyRow }; keep: (values: AnyRow) => void },
) {
  const judged = useRef(new Set<string>())
  const form = useForm<AnyRow>({
    // Forms can be stacked; the name keeps their fields with the same key apart.
    name: `form${useId().replace(/[^a-z0-9]+/gi, '-')}`,
    initialValues: startValues(scope),
    validate: (values) => problemsOf(values, { ...scope, row: base.current }),
    onSubmitPreventDefault: 'always',
    onValuesChange: keep,
  })
  const judge = (keys: readonly string[]) => {
    for (const key of keys) judged.current.add(key)
    return keys.map((key) => form.validateField(key).hasError).every((hasError) => !hasError)
  }
  return {
    judged: judged.current,
    form: {
      ...form,
      getInputProps: (key: string) => judgedProps(form, key, judged.current),
      /** Validates these fields from now on, and returns whether they are valid. */
      judge,
    },
  }
}

interface BaseForm {
  errors: Readonly<Record<string, unknown>>
  getInputProps: ReturnType<typeof useForm<AnyRow>>['getInputProps']
  validateField: (key: string) => unknown
}

function judgedProps(form: BaseForm, key: string, judged: Set<string>) {
  const props = form.getInputProps(key)
  return {
    ...props,
    onChange: (value: unknown) => {
      props.onChange(value)
      if (form.errors[key]) judged.add(key)
      if (judged.has(key)) form.validateField(key)
    },
    onBlur: () => {
      judged.add(key)
      form.validateField(key)
    },
  }
}

function startValues(scope: FormScope): AnyRow {
  return Object.fromEntries(formKeys(scope).map((key) => [key, scope.row[key] ?? null]))
}
