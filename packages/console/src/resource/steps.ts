import type { AnyRow, Step } from '@courtcrier/contract/resource.ts'
import { findField, stepLabel as ownLabel, type Resource } from '@courtcrier/contract/resource.ts'
import { isApplicable } from '../fields/offered.ts'
import { i18next } from '../i18n/i18n.ts'
import { inLanguage } from '../i18n/words.ts'
import { problemsOf } from './form-problems.ts'
import { type FormScope, formKeys } from './form-values.ts'

/** Returns the steps of the form that have something the role may at least read, and that means something beside the values. */
export function stepsOf(scope: Pick<FormScope, 'resource' | 'role' | 'settled'>, values?: AnyRow): Step[] {
  const keys = new Set(formKeys(scope)).difference(new Set(scope.settled))
  return scope.resource.steps
    .map((step) => ({ ...step, fields: step.fields.filter((key) => keys.has(key)) }))
    .filter(({ fields }) => fields.some((key) => values === undefined || isMeant(scope.resource, key, values)))
}

function isMeant(resource: Resource, key: string, values: AnyRow): boolean {
  const field = findField(resource, key)
  return field !== undefined && isApplicable(field, values)
}

/** Returns a step's label. A translation `step.<resource>.<name>` takes precedence. */
export function stepLabel(resource: Resource, step: Step): string {
  return i18next.t(`step.${resource.name}.${step.name}`, { defaultValue: inLanguage(ownLabel(step)) })
}

/** Returns the position of the step with one of the fields; undefined if there is none. */
export function stepWith(steps: readonly Step[], keys: readonly string[]): number | undefined {
  const index = steps.findIndex((step) => step.fields.some((key) => keys.includes(key)))
  return index < 0 ? undefined : index
}

/** Returns the position of the first step, from one on, that still needs input; past the last if none does. */
export function nextOpen(
  steps: readonly Step[],
  from: number,
  { values, scope }: { values: AnyRow; scope: FormScope },
): number {
  const wrong = problemsOf(values, scope)
  const index = steps.findIndex(({ fields }, at) => at >= from && fields.some((key) => wrong[key]))
  return index < 0 ? steps.length : index
}

export type StepState = 'done' | 'wrong' | 'open'

/** Returns each step's state: passed ones are done or have errors, later ones are open. */
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
