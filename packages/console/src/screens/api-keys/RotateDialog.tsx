import { keyDays, overlapHours } from '@courtcrier/contract/api-keys.ts'
import { type ApiKey, type IssuedKey, rotateKey } from '@courtcrier/contract/calls/api-keys.ts'
import { NativeSelect } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { SteadyModal } from '../../ui/SteadyModal.tsx'
import classes from './api-keys.module.css'
import { ExpirySelect } from './ExpirySelect.tsx'
import { FormButtons, Refusal } from './FormButtons.tsx'

interface RotateDialogProps {
  apiKey: ApiKey
  onRotated: (issued: IssuedKey) => void
  onClose: () => void
}

/** Asks how long the former secret keeps working, and gives the key a new one. */
export function RotateDialog({ apiKey: { id, name }, onRotated, onClose }: RotateDialogProps) {
  const { t } = useTranslation()
  const [hours, setHours] = useState<number>(overlapHours.usual)
  const [days, setDays] = useState<number>(keyDays.usual)
  const rotate = useMutation({
    mutationFn: () => ask(rotateKey, { id, body: { overlapHours: hours, expiresInDays: days } }),
    onSuccess: onRotated,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    rotate.mutate()
  }
  return (
    <SteadyModal isHeld={rotate.isPending} onClose={onClose} title={t('apiKeys.rotateTitle', { name })}>
      <form className={classes.form} onSubmit={submit}>
        <p className={classes.lead}>{t('apiKeys.rotateText')}</p>
        <OverlapSelect hours={hours} onChange={setHours} />
        <ExpirySelect days={days} onChange={setDays} />
        {rotate.error && <Refusal text={rotate.error.message} />}
        <FormButtons submit={t('apiKeys.rotate')} isBusy={rotate.isPending} onClose={onClose} />
      </form>
    </SteadyModal>
  )
}

const overlaps = [0, 1, overlapHours.usual, 3 * 24, overlapHours.most]

function OverlapSelect({ hours, onChange }: { hours: number; onChange: (hours: number) => void }) {
  const { t } = useTranslation()
  const wordOf = (count: number) => {
    if (count === 0) return t('apiKeys.overlapNone')
    return count > 24 ? t('apiKeys.days', { count: count / 24 }) : t('apiKeys.hours', { count })
  }
  return (
    <NativeSelect
      data-autofocus
      label={t('apiKeys.overlap')}
      value={String(hours)}
      data={overlaps.map((count) => ({ value: String(count), label: wordOf(count) }))}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}
