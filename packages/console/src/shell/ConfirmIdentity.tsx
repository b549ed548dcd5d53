import {
  beginConfirmation,
  type ConfirmationQuestion,
  type ConfirmationWay,
  confirmIdentity,
} from '@courtcrier/contract/calls/confirmation.ts'
import { Button, Modal, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type FormEventHandler, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../ui/use-focus-back.ts'
import './confirm-text.ts'
import { reasonOf } from '../resource/form-problems.ts'
import { ask } from '../session/ask.ts'
import { leaveToReturn } from '../session/end-session.ts'
import { hasPasskeys, signWithPasskey } from '../session/passkeys.ts'
import { wantNewLogin } from '../session/sign-on.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { LoadingRows } from '../ui/Loading.tsx'
import { useAction } from '../ui/use-action.ts'
import { useAskFirst } from '../ui/use-ask-first.tsx'
import classes from './ConfirmIdentity.module.css'

interface ConfirmIdentityProps {
  settle: (isConfirmed: boolean) => void
}

/** Asks the user to confirm that it is them, over whatever they are doing, which goes on afterwards. */
export default function ConfirmIdentity({ settle }: ConfirmIdentityProps) {
  const { t } = useTranslation()
  useFocusBack()
  const { data, error, refetch } = useQuery({
    queryKey: ['confirmation'],
    queryFn: () => ask(beginConfirmation, {}),
    // Its challenge is for once.
    ...{ staleTime: 0, gcTime: 0, refetchOnWindowFocus: false },
  })
  const ways = data?.ways.filter((way) => way !== 'passkey' || hasPasskeys()) ?? []
  const { close, isAsking, question, onInput } = useAskFirst(() => settle(false), { zIndex: 350 })
  return (
    <Modal
      opened
      onClose={close}
      closeOnEscape={!isAsking}
      title={t('confirmIdentity.title')}
      zIndex={340}
      closeButtonProps={{ 'aria-label': t('confirmIdentity.cancel') }}
    >
      {question}
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={2} />}
      {data && ways.length > 0 && (
        <Ways question={data} ways={ways} settle={settle} onFailure={() => void refetch()} onCode={onInput} />
      )}
      {data && ways.length === 0 && <NoWay settle={settle} />}
    </Modal>
  )
}

/** Someone who logs in by an identity provider has nothing here that only they have. */
function NoWay({ settle }: ConfirmIdentityProps) {
  const { t } = useTranslation()
  const leave = () => {
    settle(false)
    wantNewLogin()
    leaveToReturn()
  }
  return (
    <div className={classes.form}>
      <p>{t('confirmIdentity.none')}</p>
      <Button onClick={leave}>{t('confirmIdentity.again')}</Button>
    </div>
  )
}

interface WaysProps extends ConfirmIdentityProps {
  question: ConfirmationQuestion
  ways: readonly ConfirmationWay[]
  onFailure: () => void
  /** A password is typed again at once, a code isn't. */
  onCode: FormEventHandler
}

function Ways({ ways, onCode, ...props }: WaysProps) {
  const { t } = useTranslation()
  const { way, typed, setTyped, confirm, submit, change } = useWay(ways[0] ?? 'password', props)
  const failure = confirm.failure && reasonOf(confirm.failure)
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <p>{t('confirmIdentity.text')}</p>
      <WayInput way={way} value={typed} failure={failure} onChange={setTyped} onCode={onCode} />
      <div className={classes.buttons}>
        <Button type="submit" loading={confirm.isBusy} data-autofocus={way === 'passkey' || undefined}>
          {t(way === 'passkey' ? 'confirmIdentity.byPasskey' : 'confirmIdentity.submit')}
        </Button>
        <Button variant="default" onClick={() => props.settle(false)}>
          {t('confirmIdentity.cancel')}
        </Button>
      </div>
      {ways
        .filter((other) => other !== way)
        .map((other) => (
          <Button key={other} variant="subtle" size="compact-sm" onClick={() => change(other)}>
            {t(otherWays[other])}
          </Button>
        ))}
    </form>
  )
}

/** Manages the chosen way, what is typed for it, and the confirmation. */
function useWay(first: ConfirmationWay, { question, settle, onFailure }: Omit<WaysProps, 'ways' | 'onCode'>) {
  const [way, setWay] = useState(first)
  const [typed, setTyped] = useState('')
  const confirm = useAction(async () => {
    await answer(question, way, typed).catch((cause: unknown) => {
      // A passkey signs each challenge once.
      if (way === 'passkey') onFailure()
      throw cause
    })
    settle(true)
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (way === 'passkey' || typed.trim() !== '') void confirm.run()
  }
  const change = (next: ConfirmationWay) => {
    confirm.reset()
    setTyped('')
    setWay(next)
  }
  return { way, typed, setTyped, confirm, submit, change }
}

const otherWays = {
  password: 'confirmIdentity.toPassword',
  totp: 'confirmIdentity.toTotp',
  passkey: 'confirmIdentity.toPasskey',
} as const

interface WayInputProps extends Pick<WaysProps, 'onCode'> {
  way: ConfirmationWay
  value: string
  failure: string | undefined
  onChange: (value: string) => void
}

function WayInput({ way, value, failure, onChange, onCode }: WayInputProps) {
  const { t } = useTranslation()
  const input = {
    value,
    error: failure,
    'data-autofocus': true,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  }
  if (way === 'passkey') return failure ? <p role="alert">{failure}</p> : null
  if (way === 'totp')
    return (
      <TextInput
        key="totp"
        label={t('confirmIdentity.code')}
        autoComplete="one-time-code"
        inputMode="numeric"
        onInput={onCode}
        {...input}
      />
    )
  return (
    <PasswordInput
      key="password"
      label={t('confirmIdentity.password')}
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0, 'aria-hidden': false }}
      {...input}
    />
  )
}

async function answer(question: ConfirmationQuestion, way: ConfirmationWay, typed: string): Promise<void> {
  if (way === 'password') return ask(confirmIdentity, { body: { way, password: typed } })
  if (way === 'totp') return ask(confirmIdentity, { body: { way, code: typed.trim() } })
  const passkey = await signWithPasskey(question.passkeyOptions ?? {})
  await ask(confirmIdentity, { body: { way, challenge: question.challenge ?? '', passkey } })
}
