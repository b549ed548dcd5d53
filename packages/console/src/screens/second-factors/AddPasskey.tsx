import { addPasskey, beginPasskey } from '@courtcrier/contract/calls/second-factors.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { ask } from '../../session/ask.ts'
import { createPasskey } from '../../session/passkeys.ts'
import { translated } from '../../ui/translated.ts'
import { useStayHere } from '../../ui/use-stay-here.ts'
import classes from './factors.module.css'
import { useFactorChange } from './own-factors.ts'

interface AddPasskeyProps {
  onAdded: (codes: readonly string[] | null) => void
  onCancel: () => void
}

/** Adds a passkey under a name. */
export function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const add = useFactorChange(addNamed)
  useStayHere(add.isPending)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = name.trim() || t('factors.usualName')
    add.mutate(given, { onSuccess: ({ recoveryCodes }) => onAdded(recoveryCodes) })
  }
  return (
    <form className={classes.setup} noValidate aria-labelledby="add-passkey" onSubmit={submit}>
      <h3 id="add-passkey">{t('factors.passkey')}</h3>
      <p>{t('factors.passkeyAbout')}</p>
      <TextInput
        autoFocus
        label={t('factors.name')}
        description={t('factors.nameHelp')}
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {add.error && (
        <p role="alert" className={classes.failure}>
          {translated(add.error.message)}
        </p>
      )}
      <div className={classes.buttons}>
        <Button type="submit" loading={add.isPending}>
          {t('factors.create')}
        </Button>
        <Button variant="default" disabled={add.isPending} onClick={onCancel}>
          {t('factors.cancel')}
        </Button>
      </div>
    </form>
  )
}

async function addNamed(name: string) {
  const { challenge, passkeyOptions } = await ask(beginPasskey, {})
  const passkey = await createPasskey(passkeyOptions)
  return ask(addPasskey, { body: { challenge, name, passkey } })
}
