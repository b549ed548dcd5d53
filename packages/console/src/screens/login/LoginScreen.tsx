import { Anchor, Button, PasswordInput, TextInput, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useDemo } from '../../session/demo.ts'
import { useFirm } from '../../session/firm.ts'
import { hasPasskeys } from '../../session/passkeys.ts'
import { type FactorQuestion, signIn, signInByPasskey } from '../../session/sign-in.ts'
import { useSignOnProviders } from '../../session/sign-on.ts'
import { translated } from '../../ui/translated.ts'
import { useAction } from '../../ui/use-action.ts'
import { useFailureFocus } from '../../ui/use-failure-focus.ts'
import { useLate } from '../../ui/use-late.ts'
import { emailProblem, passwordProblem } from './checks.ts'
import classes from './login.module.css'
import { SignOnButtons, useReturnedSignOn } from './SignOn.tsx'

const loadSecondFactor = () => import('./SecondFactor.tsx')

/** Shows the ways to log in, then the second factor of a user who has one, and in a demo its people. */
export function LoginScreen() {
  const form = useLoginForm()
  const { Late: SecondFactor } = useLate(loadSecondFactor, form.question !== undefined)
  if (form.question && SecondFactor) return <SecondFactor question={form.question} onBack={form.startOver} />
  return (
    <>
      <Ways form={form} />
      <DemoLogins onChoose={form.choose} isBusy={form.isBusy} />
    </>
  )
}

/** Shows email and password, a passkey's button, and single sign-on if the firm has it. */
function Ways({ form }: { form: ReturnType<typeof useLoginForm> }) {
  const { t } = useTranslation()
  const returned = useReturnedSignOn()
  const { providers, hasSignOn, showsPassword, openPassword } = useWays()
  const passkey = useAction(signInByPasskey)
  const failure = form.failure ?? passkey.failure ?? returned.failure
  const ref = useFailureFocus<HTMLFormElement>(form.failure, '[data-name=password]')
  return (
    <form ref={ref} className={classes.form} noValidate onSubmit={form.submit}>
      <h1 className={classes.title}>{t('login.title')}</h1>
      {failure && (
        <p role="alert" className={classes.failure}>
          {translated(failure.message)}
        </p>
      )}
      {returned.isBusy && <p role="status">{t('login.signingIn')}</p>}
      {providers.length > 0 && (
        <SignOnButtons providers={providers} isDirect={hasSignOn && !returned.hasReturned && !showsPassword} />
      )}
      {providers.length > 0 && showsPassword && <p className={classes.or}>{t('login.or')}</p>}
      {showsPassword && <PasswordForm form={form} />}
      {showsPassword && hasPasskeys() && (
        <Button variant="default" size="md" loading={passkey.isBusy} onClick={() => void passkey.run()}>
          {t('login.byPasskey')}
        </Button>
      )}
      {hasSignOn && !showsPassword && (
        <button type="button" className={classes.plain} onClick={openPassword}>
          {t('login.administrators')}
        </button>
      )}
    </form>
  )
}

/** Returns the ways to log in: the firm's identity providers and, unless they replace it, a password. */
function useWays() {
  const { signonType } = useFirm()
  const found = useSignOnProviders()
  const [wantsPassword, setWantsPassword] = useState(false)
  const hasSignOn = signonType !== 'local' && found?.length !== 0
  const showsPassword = !hasSignOn || wantsPassword
  return { providers: found ?? [], hasSignOn, showsPassword, openPassword: () => setWantsPassword(true) }
}

function PasswordForm({ form }: { form: ReturnType<typeof useLoginForm> }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        label={t('login.email')}
        type="email"
        name="username"
        autoComplete="username"
        autoFocus
        {...form.inputOf('email')}
      />
      <PasswordInput
        label={t('login.password')}
        name="password"
        autoComplete="current-password"
        visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0, 'aria-hidden': false }}
        {...form.inputOf('password')}
      />
      <Button type="submit" size="md" loading={form.isBusy}>
        {t('login.submit')}
      </Button>
      <Anchor component={Link} to="/password-forgot">
        {t('login.forgot')}
      </Anchor>
    </>
  )
}

interface DemoLoginsProps {
  onChoose: (email: string, password: string) => void
  isBusy: boolean
}

/** Lists the people of a demo to sign in as; empty outside of one. */
function DemoLogins({ onChoose, isBusy }: DemoLoginsProps) {
  const { t } = useTranslation()
  const demo = useDemo()
  if (!demo) return null
  return (
    <section className={classes.demo} aria-labelledby="demo-title">
      <h2 id="demo-title">{t('demo.title')}</h2>
      <ul>
        {demo.log_ins.map(({ role, name, title, email, password }) => (
          <li key={email}>
            <button type="button" disabled={isBusy} onClick={() => onChoose(email, password)}>
              <VisuallyHidden>{t('demo.logInAs')}</VisuallyHidden>
              <b>{role}</b>
              <span>
                {name}, {title}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {demo.mailbox_url && (
        <a href={demo.mailbox_url} target="_blank" rel="noopener">
          {t('demo.mailbox')}
        </a>
      )}
      {demo.dms_url && (
        <a href={demo.dms_url} target="_blank" rel="noopener">
          {t('demo.dms')}
        </a>
      )}
    </section>
  )
}

const checks = { email: emailProblem, password: passwordProblem }
type Name = keyof typeof checks

/**
 * Manages the two fields and their problems, once left or submitted. Without the other pages' form library: this page
 * must be there before anything else is loaded.
 */
function useLoginForm() {
  const [values, setValues] = useState({ email: '', password: '' })
  const [left, setLeft] = useState<readonly Name[]>([])
  const [question, setQuestion] = useState<FactorQuestion>()
  // The route's guard redirects as soon as there is a session.
  const { run, isBusy, failure } = useAction(async (email: string, password: string) =>
    setQuestion(await signIn(email, password)),
  )
  const startOver = () => {
    setQuestion(undefined)
    setValues({ ...values, password: '' })
    setLeft([])
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setLeft(['email', 'password'])
    const wrong = (['email', 'password'] as const).find((name) => checks[name](values[name]) !== null)
    if (wrong) event.currentTarget.querySelector<HTMLElement>(`[data-name=${wrong}]`)?.focus()
    else void run(values.email.trim(), values.password)
  }
  const choose = (email: string, password: string) => {
    setValues({ email, password })
    void run(email, password)
  }
  const inputOf = (name: Name) => ({
    'data-name': name,
    errorProps: { role: 'alert' },
    value: values[name],
    error: left.includes(name) ? checks[name](values[name]) : null,
    onChange: (event: { currentTarget: { value: string } }) =>
      setValues({ ...values, [name]: event.currentTarget.value }),
    // An empty field that is merely tabbed through isn't an error yet.
    onBlur: () => values[name] !== '' && setLeft([...left, name]),
  })
  return { submit, choose, inputOf, isBusy, failure, question, startOver }
}
