import type { Resource } from '@courtcrier/contract/resource.ts'
import { useTranslation } from 'react-i18next'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import '../settings/text.ts'
import { translated } from '../../ui/translated.ts'
import classes from './dms.module.css'
import { TestFrame, type TestFrameProps } from './TestFrame.tsx'

interface TestedStep {
  step: string
  state: 'ok' | 'failed' | 'skipped' | 'attention'
  sentence: string
}

interface TestResult {
  ok: boolean
  steps: readonly TestedStep[]
}

interface TestPanelProps {
  resource: Resource
  test: TestFrameProps['test'] & { data: TestResult | undefined }
  words: TestFrameProps['words']
  nameOf: (step: string) => string
}

/** A test that a person starts, and its steps. Only for roles that may change the record. */
export function TestPanel({ resource, test, words, nameOf }: TestPanelProps) {
  if (!useCanWrite(resource)) return null
  return (
    <TestFrame test={test} words={words}>
      {test.data && <Steps result={test.data} nameOf={nameOf} />}
    </TestFrame>
  )
}

const tones: Readonly<Record<TestedStep['state'], Tone>> = {
  ok: 'ok',
  failed: 'bad',
  skipped: 'neutral',
  attention: 'warn',
}

function resultOf({ ok, steps }: TestResult): string {
  if (!ok) return 'dms.test.notWell'
  return steps.some(({ state }) => state === 'attention') ? 'dms.test.attention' : 'dms.test.well'
}

function Steps({ result: { ok, steps }, nameOf }: { result: TestResult } & Pick<TestPanelProps, 'nameOf'>) {
  const { t } = useTranslation()
  return (
    <>
      <p className={classes.testResult}>{t(resultOf({ ok, steps }))}</p>
      <ol className={classes.steps}>
        {steps.map(({ step, state, sentence }) => (
          <li key={`${step} ${sentence}`}>
            <b>{nameOf(step)}</b>
            <StatusDot tone={tones[state]}>{t(`dms.test.state.${state}`)}</StatusDot>
            <small>{translated(sentence)}</small>
          </li>
        ))}
      </ol>
    </>
  )
}
