import type { Resource, Step } from '@courtcrier/contract/resource.ts'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './stepper.module.css'
import { type StepState, stepLabel } from './steps.ts'

interface StepNavProps {
  resource: Resource
  steps: readonly Step[]
  states: readonly StepState[]
  /** The current step; the number of steps for the review. */
  current: number
  onGo: (index: number) => void
}

/** Shows the steps of creating a record: the current one, completed ones and ones with errors, each a link. */
export function StepNav({ resource, steps, states, current, onGo }: StepNavProps) {
  const { t } = useTranslation()
  const names = [...steps.map((step) => stepLabel(resource, step)), t('stepper.review')]
  return (
    <nav aria-label={t('stepper.nav')} className={classes.nav}>
      <p role="status" className={classes.place}>
        {t('stepper.place', { number: current + 1, count: names.length, step: names[current] })}
      </p>
      <ol>
        {names.map((name, index) => (
          <li key={name} data-state={states[index] ?? 'open'} data-current={index === current || undefined}>
            <button type="button" aria-current={index === current ? 'step' : undefined} onClick={() => onGo(index)}>
              <Mark state={states[index] ?? 'open'} number={index + 1} />
              <span>{name}</span>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Mark({ state, number }: { state: StepState; number: number }) {
  const { t } = useTranslation()
  if (state === 'open') return <b aria-hidden>{number}</b>
  const Icon = state === 'done' ? IconCheck : IconAlertTriangle
  return (
    <b>
      <Icon size={14} stroke={2.2} role="img" aria-label={state === 'done' ? t('stepper.done') : t('stepper.wrong')} />
    </b>
  )
}
