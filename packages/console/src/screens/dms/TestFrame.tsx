import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { translated } from '../../ui/translated.ts'
import classes from './dms.module.css'

export interface TestFrameProps {
  test: { error: Error | null; isPending: boolean; mutate: () => void }
  /** The key of its texts: `label`, `run` and `about`. */
  words: string
  /** The result, which is announced. */
  children: ReactNode
}

/** A test that a person starts. */
export function TestFrame({ test, words, children }: TestFrameProps) {
  const { t } = useTranslation()
  return (
    <section className={classes.test} aria-label={t(`${words}.label`)}>
      <div className={classes.testHead}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t(`${words}.run`)}
        </Button>
        <span>{t(`${words}.about`)}</span>
      </div>
      {test.error && (
        <p role="alert" className={classes.failure}>
          {translated(test.error.message)}
        </p>
      )}
      <div role="status">{children}</div>
    </section>
  )
}
