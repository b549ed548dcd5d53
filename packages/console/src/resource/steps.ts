import type { AnyRow, Step } from '@courtcrier/contract/resource.ts'
import { stepLabel as ownLabel, type Resource } from '@courtcrier/contract/resource.ts'
import { i18next } from '../i18n/i18n.ts'
import { type FormScope, formKeys, problemsOf } from './form-values.ts'

/** The steps of the form that have something the role may at least read. */
export function stepsOf(scope: Pick<FormScope, 'resource' | 'role'>): Step[] {
  const keys = new Set(formKeys(scope))
  return scope.resource.steps
    .map((step) => ({ ...step, fields: step.fields.filter((key) => keys.has(key)) }))
    .filter((step) => step.fields.length > 0)
}

/** What people see for a step. A translation `step.<resource>.<name>` wins. */
export function stepLabel(resource: Resource, step: Step): string {
  return i18next.t(`step.${resource.name}.${step.name}`, { defaultValue: ownLabel(step) })
}

/** The place of the step that asks for one of the fields; undefined when none does. */
export function stepWith(steps: readonly Step[], keys: readonly string[]): number | undefined {
  const index = steps.findIndex((step) => step.fields.some((key) => keys.includes(key)))
  return index < 0 ? undefined : index
}

export type StepState = 'done' | 'wrong' | 'open'

/** What is to be said of each step: what was passed is done, or has something wrong; what lies ahead is open. */
export function statesOf(
  steps: readonly Step[],
  { values, reached, scope }: { values: AnyRow; reached: number; scope: FormScope },
): StepState[] {
  const wrong = problemsOf(values, scope)
  return steps.map(({ fields }, index) => {
    if (index >= reached) return 'open'
    return fields.some((key) => wrong[key]) ? 'wrong' : 'done'
  })
}
