import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { useForm } from '@mantine/form'
import { useEffect, useRef } from 'react'
import { type FormScope, formKeys, problemsOf } from './form-values.ts'

/** The form's state. A record that changes elsewhere while nothing is typed here is shown as it now is. */
export function useRecordForm(scope: FormScope) {
  const initial = useRef(scope.row)
  const form = useForm<AnyRow>({
    initialValues: startValues(scope),
    validateInputOnBlur: true,
    validate: (values) => problemsOf(values, scope),
    onSubmitPreventDefault: 'always',
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another row is a reason
  useEffect(() => {
    if (scope.row === initial.current || form.isDirty()) return
    initial.current = scope.row
    form.setInitialValues(startValues(scope))
    form.setValues(startValues(scope))
    form.resetDirty()
  }, [scope.row])
  const isLeaving = useRef(false)
  /** Leaves the form without asking whether to: what was typed is saved, or meant to go. */
  const leave = (go: () => void) => {
    isLeaving.current = true
    go()
  }
  leave.isAllowed = () => isLeaving.current
  return { form, leave }
}

export type RecordForm = ReturnType<typeof useRecordForm>['form']

function startValues(scope: FormScope): AnyRow {
  return Object.fromEntries(formKeys(scope).map((key) => [key, scope.row[key] ?? null]))
}
