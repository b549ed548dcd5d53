import { renamePasskey } from '@courtcrier/contract/calls/second-factors.ts'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { notify } from '../../ui/notices.ts'
import { SteadyModal } from '../../ui/SteadyModal.tsx'
import { translated } from '../../ui/translated.ts'
import classes from './factors.module.css'
import { useFactorChange } from './own-factors.ts'

export interface PasskeyNameProps {
  id: string
  name: string
}

interface RenameDialogProps extends PasskeyNameProps {
  isOpen: boolean
  title: string
  onClose: () => void
}

/** Gives a passkey another name. */
export default function RenameDialog({ isOpen, title, onClose, ...passkey }: RenameDialogProps) {
  if (!isOpen) return null
  return (
    <SteadyModal onClose={onClose} title={title} withCloseButton={false}>
      <NameForm {...passkey} onClose={onClose} />
    </SteadyModal>
  )
}

function NameForm({ id, name: former, onClose }: PasskeyNameProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState(former)
  const rename = useFactorChange((given: string) => ask(renamePasskey, { id, body: { name: given } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const given = name.trim()
    const onSuccess = () => {
      notify({ color: 'success', text: t('factors.renamed', { name: given }) })
      onClose()
    }
    rename.mutate(given, { onSuccess })
  }
  return (
    <form className={classes.page} noValidate onSubmit={submit}>
      <TextInput
        data-autofocus
        label={t('factors.name')}
        description={t('factors.nameHelp')}
        maxLength={60}
        value={name}
        error={rename.error && translated(rename.error.message)}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button type="submit" disabled={name.trim() === ''} loading={rename.isPending}>
          {t('factors.save')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {t('factors.cancel')}
        </Button>
      </div>
    </form>
  )
}
