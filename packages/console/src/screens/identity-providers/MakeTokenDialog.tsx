import { keyDays } from '@courtcrier/contract/api-keys.ts'
import type { IssuedKey } from '@courtcrier/contract/calls/api-keys.ts'
import { makeProvisioningToken } from '@courtcrier/contract/calls/provisioning.ts'
import { TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { SteadyModal } from '../../ui/SteadyModal.tsx'
import form from '../api-keys/api-keys.module.css'
import { ExpirySelect } from '../api-keys/ExpirySelect.tsx'
import { FormButtons, Refusal } from '../api-keys/FormButtons.tsx'

interface MakeTokenDialogProps {
  providerId: string
  onMade: (issued: IssuedKey) => void
  onClose: () => void
}

/** Asks for the name of a provisioning token and how long it works. */
export function MakeTokenDialog({ providerId, onMade, onClose }: MakeTokenDialogProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [days, setDays] = useState<number>(keyDays.most)
  const make = useMutation({
    mutationFn: () => ask(makeProvisioningToken, { id: providerId, body: { name: name.trim(), expiresInDays: days } }),
    onSuccess: onMade,
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <SteadyModal isHeld={make.isPending} onClose={onClose} title={t('identityProviders.provisioning.makeTitle')}>
      <form className={form.form} onSubmit={submit}>
        <TextInput
          data-autofocus
          required
          label={t('identityProviders.provisioning.name')}
          description={t('identityProviders.provisioning.nameHelp')}
          maxLength={120}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <ExpirySelect days={days} onChange={setDays} />
        {make.error && <Refusal text={make.error.message} />}
        <FormButtons submit={t('identityProviders.provisioning.create')} isBusy={make.isPending} onClose={onClose} />
      </form>
    </SteadyModal>
  )
}
