import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasPasskeys } from '../../session/passkeys.ts'
import { answerFactor, type FactorQuestion } from '../../session/sign-in.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { useFailureFocus } from '../../ui/use-failure-focus.ts'
import classes from './login.module.css'

type Way = FactorQuestion['ways'][number]

interface SecondFactorProps {
  question: FactorQuestion
  onBack: () => void
}

/** Asks for the second factor, by the way the user chooses. The route's guard redirects as soon as there is a session. */
export default function SecondFactor({ question, onBack }: SecondFactorProps) {
  const { t } = useTranslation()
  const ways = question.ways.filter((way) => way !== 'passkey' || (hasPasskeys() && question.passkey_options))
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery')
  const answer = useAction((code: string) =>
    answerFactor(question, way === 'passkey' ? { way: 'passkey' } : { way, code }),
  )
  const change = (next: Way) => {
    answer.reset()
    setWay(next)
  }
  const ref = useFailureFocus<HTMLDivElement>(answer.failure, '[name=code], [data-way=passkey]')
  return (
    <div ref={ref} className={classes.form}>
      <h1 className={classes.title}>{t('factor.title')}</h1>
      <p className={classes.lead}>{t(`factor.${way}Lead`)}</p>
      {answer.failure && (
        <p role="alert" className={classes.failure}>
          {translated(answer.failure.message)}
        </p>
      )}
      {way === 'passkey' ? (
        <Button size="md" data-way={way} autoFocus loading={answer.isBusy} onClick={() => void answer.run('')}>
          {t('factor.usePasskey')}
        </Button>
      ) : (
        <CodeForm key={way} way={way} isBusy={answer.isBusy} onSubmit={(code) => void answer.run(code)} />
      )}
      <OtherWays ways={ways.filter((other) => other !== way)} onChange={change} />
      <button type="button" className={classes.plain} onClick={onBack}>
        {t('forgot.back')}
      </button>
    </div>
  )
}

function OtherWays({ ways, onChange }: { ways: readonly Way[]; onChange: (way: Way) => void }) {
  const { t } = useTranslation()
  return ways.map((way) => (
    <button key={way} type="button" className={classes.plain} onClick={() => onChange(way)}>
      {t(otherWays[way])}
    </button>
  ))
}

const otherWays = { totp: 'factor.toTotp', passkey: 'factor.toPasskey', recovery: 'factor.toRecovery' } as const

interface CodeFormProps {
  way: 'totp' | 'recovery'
  isBusy: boolean
  onSubmit: (code: string) => void
}

function CodeForm({ way, isBusy, onSubmit }: CodeFormProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(code.trim() === '')
    if (code.trim() === '') input.current?.focus()
    else onSubmit(code.trim())
  }
  const isTotp = way === 'totp'
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        ref={input}
        label={t(isTotp ? 'factor.code' : 'factor.recoveryCode')}
        name="code"
        autoComplete={isTotp ? 'one-time-code' : 'off'}
        inputMode={isTotp ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
        value={code}
        error={isMissing ? t('factor.codeRequired') : null}
        errorProps={{ role: 'alert' }}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Button type="submit" size="md" loading={isBusy}>
        {t('factor.submit')}
      </Button>
    </form>
  )
}
