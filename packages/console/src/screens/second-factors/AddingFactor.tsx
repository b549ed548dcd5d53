import { AddPasskey } from './AddPasskey.tsx'
import { AddTotp } from './AddTotp.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'

export type FactorKind = 'totp' | 'passkey'

interface AddingFactorProps {
  /** The kind being added, or the recovery codes that came with a first one. */
  step: FactorKind | { codes: readonly string[] }
  onAdded: (codes: readonly string[] | null) => void
  onCancel: (from: FactorKind) => void
}

/**
 * Shows a step of adding a second factor. All steps are one module, loaded before the first: the codes at the end are
 * shown only once, so nothing may fail to load then.
 */
export default function AddingFactor({ step, onAdded, onCancel }: AddingFactorProps) {
  if (step === 'totp') return <AddTotp onAdded={onAdded} onCancel={() => onCancel('totp')} />
  if (step === 'passkey') return <AddPasskey onAdded={onAdded} onCancel={() => onCancel('passkey')} />
  return <RecoveryCodes codes={step.codes} onDone={() => onAdded(null)} />
}
