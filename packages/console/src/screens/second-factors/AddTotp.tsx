import { beginTotp, confirmTotp } from '@courtcrier/contract/calls/second-factors.ts'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import encodeQR from 'qr'
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { reasonOf } from '../../resource/form-problems.ts'
import { ask } from '../../session/ask.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'
import { LoadingRows } from '../../ui/Loading.tsx'
import { useFailureFocus } from '../../ui/use-failure-focus.ts'
import { useStayHere } from '../../ui/use-stay-here.ts'
import classes from './factors.module.css'
import { useFactorChange } from './own-factors.ts'

interface AddTotpProps {
  onAdded: (codes: readonly string[] | null) => void
  onCancel: () => void
}

/** Adds an authenticator app: its QR code, or the secret to type, and a code that confirms it. */
export function AddTotp({ onAdded, onCancel }: AddTotpProps) {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: ['new-totp'],
    queryFn: () => ask(beginTotp, {}),
    // Asking again would end this secret, which the app may already have; no change of a record may cause that.
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchOnWindowFocus: false },
  })
  return (
    <section className={classes.setup} aria-labelledby="add-totp">
      <h3 ref={focusOnMount} tabIndex={-1} id="add-totp">
        {t('factors.totp')}
      </h3>
      {error && <ErrorState error={error} retry={() => void refetch()} />}
      {!data && !error && <LoadingRows count={3} />}
      {data && (
        <>
          <p>{t('factors.scan')}</p>
          <QrCode text={data.uri} label={t('factors.qr')} />
          <p>
            {t('factors.typeIt')} <span className={classes.secret}>{data.secret.replace(/(.{4})(?=.)/g, '$1 ')}</span>
          </p>
          <ConfirmForm onAdded={onAdded} onCancel={onCancel} />
        </>
      )}
    </section>
  )
}

function ConfirmForm({ onAdded, onCancel }: AddTotpProps) {
  const { t } = useTranslation()
  const [code, setCode] = useState('')
  const [isMissing, setMissing] = useState(false)
  const confirm = useFactorChange((given: string) => ask(confirmTotp, { body: { code: given } }))
  useStayHere(confirm.isPending)
  const form = useFailureFocus<HTMLFormElement>(confirm.error ?? undefined, '[name=code]')
  const input = useRef<HTMLInputElement>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = code.trim()
    setMissing(given === '')
    if (given === '') input.current?.focus()
    else confirm.mutate(given, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) })
  }
  return (
    <form ref={form} className={classes.page} noValidate onSubmit={submit}>
      <TextInput
        ref={input}
        label={t('factors.firstCode')}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        value={code}
        error={isMissing ? t('factor.codeRequired') : confirm.error && reasonOf(confirm.error)}
        errorProps={{ role: 'alert' }}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" loading={confirm.isPending}>
          {t('factors.confirm')}
        </Button>
        <Button variant="default" disabled={confirm.isPending} onClick={onCancel}>
          {t('factors.cancel')}
        </Button>
      </div>
    </form>
  )
}

/** Draws a QR code, dark on light in every appearance: many apps don't read the reverse. */
function QrCode({ text, label }: { text: string; label: string }) {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: 2 })
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return (
    <svg className={classes.code} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  )
}
