import { enrollmentHours, makeAgentToken } from '@courtcrier/contract/calls/agents.ts'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import classes from './agents.module.css'
import { useReloadAgents } from './agents-query.ts'

/** Asks for the name of an agent, and shows the token that enrolls it, once. */
export function AgentTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadAgents()
  const [name, setName] = useState('')
  const [hours, setHours] = useState<number>(enrollmentHours.usual)
  const make = useMutation({
    mutationFn: () => ask(makeAgentToken, { body: { name: name.trim(), expiresInHours: hours } }),
    onSuccess: () => reload(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  const made = make.data
  const title = made ? t('agents.made', { name: made.token.name }) : t('agents.makeTitle')
  const isFixed = made !== undefined
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      zIndex={320}
      withCloseButton={false}
      closeOnClickOutside={!isFixed}
      closeOnEscape={!isFixed}
    >
      {made ? (
        <Made secret={made.secret} onClose={onClose} />
      ) : (
        <form className={classes.form} onSubmit={submit}>
          <TextInput
            data-autofocus
            required
            label={t('agents.name')}
            description={t('agents.nameHelp')}
            maxLength={120}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <NativeSelect
            label={t('agents.hours')}
            value={String(hours)}
            data={[
              { value: '1', label: t('agents.hoursOf', { count: 1 }) },
              { value: String(enrollmentHours.usual), label: t('agents.hoursOf', { count: enrollmentHours.usual }) },
              { value: String(enrollmentHours.most), label: t('agents.daysOf') },
            ]}
            onChange={(event) => setHours(Number(event.currentTarget.value))}
          />
          {make.error && (
            <p role="alert" className={classes.failure}>
              {make.error.message}
            </p>
          )}
          <div className={classes.buttons}>
            <Button variant="default" onClick={onClose}>
              {t('agents.cancel')}
            </Button>
            <Button type="submit" loading={make.isPending}>
              {t('agents.create')}
            </Button>
          </div>
        </form>
      )}
    </Modal>
  )
}

function Made({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(secret)
    setCopied(true)
  }
  return (
    <div className={classes.form}>
      <div className={classes.secret}>
        <TextInput
          readOnly
          data-autofocus
          label={t('agents.secret')}
          description={t('agents.shown')}
          value={secret}
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button variant="default" onClick={() => void copy()}>
          {t(isCopied ? 'agents.copied' : 'agents.copy')}
        </Button>
      </div>
      <p>{t('agents.run')}</p>
      <pre className={classes.code}>{`courtcrier agent enroll --server ${window.location.origin}`}</pre>
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('agents.done')}</Button>
      </div>
    </div>
  )
}
