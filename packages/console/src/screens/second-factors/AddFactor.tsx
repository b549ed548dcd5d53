import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { AddPasskey } from './AddPasskey.tsx'
import { AddTotp } from './AddTotp.tsx'
import classes from './factors.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'

type Kind = 'totp' | 'passkey'

interface AddFactorProps {
  /** Whether passkeys work at this address. */
  canPasskey: boolean
  /** Called once a factor is added and its recovery codes, if any, are saved. */
  onDone?: () => void
}

/** Adds a second factor of either kind, and then shows the recovery codes of a first one. */
export function AddFactor({ canPasskey, onDone }: AddFactorProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<Kind | { codes: readonly string[] }>()
  // A button that returns gets the focus it had.
  const [left, setLeft] = useState<Kind>()
  const close = () => setStep(undefined)
  const cancel = (from: Kind) => () => {
    setLeft(from)
    close()
  }
  const added = (codes: readonly string[] | null) => {
    if (codes) return setStep({ codes })
    close()
    onDone?.()
  }
  if (step === 'totp') return <AddTotp onAdded={added} onCancel={cancel(step)} />
  if (step === 'passkey') return <AddPasskey onAdded={added} onCancel={cancel(step)} />
  if (step) return <RecoveryCodes codes={step.codes} onDone={() => added(null)} />
  return (
    <>
      <div className={classes.buttons}>
        <Button variant="default" autoFocus={left === 'totp'} onClick={() => setStep('totp')}>
          {t('factors.addTotp')}
        </Button>
        {canPasskey && (
          <Button variant="default" autoFocus={left === 'passkey'} onClick={() => setStep('passkey')}>
            {t('factors.addPasskey')}
          </Button>
        )}
      </div>
      {!canPasskey && <p className={classes.lead}>{t('factors.noPasskeys')}</p>}
    </>
  )
}
