import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { useLate } from '../../ui/use-late.ts'
import type { FactorKind } from './AddingFactor.tsx'
import classes from './factors.module.css'

const loadSteps = () => import('./AddingFactor.tsx')

interface AddFactorProps {
  /** Whether passkeys work at this address. */
  canPasskey: boolean
  /** Called once a factor is added and its recovery codes, if any, are saved. */
  onDone?: () => void
}

/** Adds a second factor of either kind, and then shows the recovery codes of a first one. */
export function AddFactor({ canPasskey, onDone }: AddFactorProps) {
  const { t } = useTranslation()
  const [step, setStep] = useState<FactorKind | { codes: readonly string[] }>()
  const { Late: AddingFactor, preload } = useLate(loadSteps, step !== undefined)
  // A button that returns gets the focus it had.
  const [left, setLeft] = useState<FactorKind>()
  const close = () => setStep(undefined)
  const cancel = (from: FactorKind) => {
    setLeft(from)
    close()
  }
  const added = (codes: readonly string[] | null) => {
    if (codes) return setStep({ codes })
    close()
    onDone?.()
  }
  if (step && AddingFactor) return <AddingFactor step={step} onAdded={added} onCancel={cancel} />
  const adds = (kind: FactorKind) => ({
    variant: 'default',
    autoFocus: left === kind,
    loading: step === kind,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setStep(kind),
  })
  return (
    <>
      <div className={classes.buttons}>
        <Button {...adds('totp')}>{t('factors.addTotp')}</Button>
        {canPasskey && <Button {...adds('passkey')}>{t('factors.addPasskey')}</Button>}
      </div>
      {!canPasskey && <p className={classes.lead}>{t('factors.noPasskeys')}</p>}
    </>
  )
}
