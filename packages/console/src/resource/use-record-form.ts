import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useForm } from '@mantine/form'
import { useEffect, useRef, useState } from 'react'
import { changedKeys } from './conflict.ts'
import { dropDraft, keepDraft, readDraft } from './drafts.ts'
import { type FormScope, formKeys, problemsOf } from './form-values.ts'

/** The form's state, with what was typed before a reload. A record that changes elsewhere while nothing is typed here is shown as it now is. */
export function useRecordForm(scope: FormScope) {
  // What is typed is a change of the record as it was then, not as somebody else has made it since.
  const base = useRef(scope.row)
  const isLeaving = useRef(false)
  const form = useForm<AnyRow>({
    initialValues: startValues(scope),
    validateInputOnBlur: true,
    validate: (values) => problemsOf(values, { ...scope, row: base.current }),
    onSubmitPreventDefault: 'always',
    onValuesChange: (values) => !isLeaving.current && keepDraft(values, scope),
  })
  const [draft, setDraft] = useState(() => readDraft(scope))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a draft is taken up once, when the form appears
  useEffect(() => {
    if (draft) form.setValues(draft)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row is a reason
  useEffect(() => {
    if (scope.row === base.current) return
    const isSame = changedKeys(formKeys(scope), { base: base.current, theirs: scope.row }).length === 0
    if (isSame || !form.isDirty()) takeOver(isSame ? form.getValues() : startValues(scope))
  }, [scope.row])
  /** Goes on from the record as it now is, with these values typed into it. */
  const takeOver = (values: AnyRow) => {
    base.current = scope.row
    form.setInitialValues(startValues(scope))
    form.resetDirty(startValues(scope))
    form.setValues(values)
  }
  /** Leaves the form without asking whether to: what was typed is saved, or meant to go. */
  const leave = (go: () => void) => {
    isLeaving.current = true
    dropDraft(scope)
    go()
  }
  leave.isAllowed = () => isLeaving.current
  const startOver = () => {
    setDraft(undefined)
    form.reset()
    dropDraft(scope)
  }
  return { form, leave, draft: draft ? { startOver } : undefined, base, takeOver }
}

export type RecordForm = ReturnType<typeof useRecordForm>['form']

function startValues(scope: FormScope): AnyRow {
  return Object.fromEntries(formKeys(scope).map((key) => [key, scope.row[key] ?? null]))
}
