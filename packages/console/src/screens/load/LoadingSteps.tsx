import { Progress } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import classes from './load.module.css'

interface LoadingStepsProps {
  title: string
  /** The current step, from 1. */
  step: number
  of: number
}

const slowMs = 4000

/** Shows what is loading, its progress, and after a while that it is still running. */
export function LoadingSteps({ title, step, of }: LoadingStepsProps) {
  const { t } = useTranslation()
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className={classes.page}>
      <div className={classes.card} role="status">
        <h1 className={classes.title}>{title}</h1>
        <Progress value={((step - 0.5) / of) * 100} aria-label={title} />
        <p className={classes.note}>
          {t('load.step', { step, of })}
          {isSlow && ` · ${t('load.slow')}`}
        </p>
      </div>
    </div>
  )
}
