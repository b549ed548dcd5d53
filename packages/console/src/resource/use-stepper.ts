import { type AnyRow, findField, type Step } from '@courtcrier/contract/resource.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isApplicable } from '../fields/offered.ts'
import { type FormScope, isWritable } from './form-values.ts'
import { nextOpen, stepWith } from './steps.ts'
import type { RecordForm } from './use-record-form.ts'
import { findTaken } from './use-taken.ts'

interface StepperOptions {
  form: RecordForm
  scope: FormScope
  steps: readonly Step[]
  /** The step a draft was at. */
  start: number
  /** Whether steps that need no more input are passed over. */
  isPrefilled: boolean
  keepStep: (index: number) => void
}

/** Manages the current step and those already seen. */
export function useStepper({ form, scope, steps, start, isPrefilled, keepStep }: StepperOptions) {
  const first = Math.min(Math.max(start, 0), steps.length)
  const [current, setCurrent] = useState(first)
  const [reached, setReached] = useState(first)
  const target = useRef<string | undefined>(undefined)
  const body = useRef<HTMLDivElement>(null)
  const [isChecking, setChecking] = useState(false)
  const queryClient = useQueryClient()
  const place = useRef(current)
  place.current = current
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step focuses its first field when shown
  useEffect(() => {
    body.current?.scrollTo({ top: 0 })
    const key = target.current ?? steps[current]?.fields.find((field) => isEntered(field, scope, form.getValues()))
    target.current = undefined
    const input = key === undefined ? undefined : form.getInputNode(key)
    if (input) input.focus()
    else body.current?.querySelector<HTMLElement>('h3')?.focus()
  }, [current])

  const goTo = (index: number, key?: string) => {
    target.current = key
    form.judge(steps.slice(current, index).flatMap((step) => step.fields.filter((field) => isWritable(field, scope))))
    setReached((before) => Math.max(before, index, current + 1))
    if (index === current && key) form.getInputNode(key)?.focus()
    setCurrent(index)
    keepStep(index)
  }
  /** Goes to the next step, unless something in this one is invalid or in use: then to that field. */
  const next = async () => {
    const keys = steps[current]?.fields.filter((key) => isWritable(key, scope)) ?? []
    const isRight = form.judge(keys)
    const values = form.getValues()
    setChecking(isRight)
    const wrong = isRight
      ? await findTaken(queryClient, scope, { keys: steps[current]?.fields ?? [], values })
      : keys.find((key) => form.validateField(key).hasError)
    setChecking(false)
    if (wrong) form.getInputNode(wrong)?.focus()
    // A user who typed on or went elsewhere in the meantime isn't moved.
    else if (isRight && place.current === current && form.getValues() === values)
      goTo(isPrefilled ? nextOpen(steps, current + 1, { values, scope }) : Math.min(current + 1, steps.length))
  }
  const back = () => current > 0 && goTo(current - 1)
  /** Goes to the first of the fields, in whichever step it is. */
  const goToField = (keys: readonly string[]) => {
    const index = stepWith(steps, keys)
    if (index !== undefined)
      goTo(
        index,
        steps[index]?.fields.find((key) => keys.includes(key)),
      )
  }
  return { current, reached, body, goTo, next, isChecking, back, goToField, isReview: current >= steps.length }
}

/** Returns whether a field can be entered beside the other values. */
function isEntered(key: string, scope: FormScope, values: AnyRow): boolean {
  const field = findField(scope.resource, key)
  return field !== undefined && isWritable(key, scope) && isApplicable(field, values)
}
