import type { Resource } from '@courtcrier/contract/resource.ts'
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import '../settings/text.ts'
import { translated } from '../../ui/translated.ts'
import classes from './dms.module.css'

interface TestedStep {
  step: string
  state: 'ok' | 'failed' | 'skipped'
  sentence: string
}

interface TestResult {
  ok: boolean
  steps: readonly TestedStep[]
}

interface TestPanelProps {
  resource: Resource
  test: { data: TestResult | undefined; error: Error | null; isPending: boolean; mutate: () => void }
  /** The key of its texts: `label`, `run` and `about`. */
  words: string
  nameOf: (step: string) => string
}

/** A test that a person starts, and its steps. Only for roles that may change the record. */
export function TestPanel({ resource, test, words, nameOf }: TestPanelProps) {
  const { t } = useTranslation()
  if (!useCanWrite(resource)) return null
  return (
    <section className={classes.test} aria-label={t(`${words}.label`)}>
      <div className={classes.testHead}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t(`${words}.run`)}
        </Button>
        <span>{t(`${words}.about`)}</span>
      </div>
      {test.error && <ErrorState error={test.error} retry={() => test.mutate()} />}
      <div role="status">{test.data && <Steps result={test.data} nameOf={nameOf} />}</div>
    </section>
  )
}

const tones: Readonly<Record<TestedStep['state'], Tone>> = { ok: 'ok', failed: 'bad', skipped: 'neutral' }

function Steps({ result: { ok, steps }, nameOf }: { result: TestResult } & Pick<TestPanelProps, 'nameOf'>) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.testResult}>{t(ok ? 'dms.test.well' : 'dms.test.notWell')}</p>
      <ol className={classes.steps}>
        {steps.map(({ step, state, sentence }) => (
          <li key={step}>
            <b>{nameOf(step)}</b>
            <StatusDot tone={tones[state]}>{t(`dms.test.state.${state}`)}</StatusDot>
            <small>{translated(sentence)}</small>
          </li>
        ))}
      </ol>
    </>
  )
}
