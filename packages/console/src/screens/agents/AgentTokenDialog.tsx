import { enrollmentHours, makeAgentToken } from '@courtcrier/contract/calls/agents.ts'
import type { AnswerOf } from '@courtcrier/contract/calls/call.ts'
import { Button, Modal, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { SecretToCopy } from '../../ui/SecretToCopy.tsx'
import form from '../api-keys/api-keys.module.css'
import { FormButtons, Refusal } from '../api-keys/FormButtons.tsx'
import '../api-keys/text.ts'
import { enrollCommand, useReloadAgents } from './agents-query.ts'

/** Asks for the name of an agent, and shows the token that enrolls it, once. */
export function AgentTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<AnswerOf<typeof makeAgentToken>>()
  const isFixed = made !== undefined
  return (
    <Modal
      opened
      onClose={onClose}
      title={made ? t('agents.made', { name: made.token.name }) : t('agents.makeTitle')}
      size="lg"
      zIndex={320}
      withCloseButton={false}
      closeOnClickOutside={!isFixed}
      closeOnEscape={!isFixed}
    >
      {made ? <Made secret={made.secret} onClose={onClose} /> : <MakeForm onMade={setMade} onClose={onClose} />}
    </Modal>
  )
}

interface MakeFormProps {
  onMade: (made: AnswerOf<typeof makeAgentToken>) => void
  onClose: () => void
}

function MakeForm({ onMade, onClose }: MakeFormProps) {
  const { t } = useTranslation()
  const reload = useReloadAgents()
  const [name, setName] = useState('')
  const [hours, setHours] = useState<number>(enrollmentHours.usual)
  const make = useMutation({
    mutationFn: () => ask(makeAgentToken, { body: { name: name.trim(), expiresInHours: hours } }),
    onSuccess: (made) => {
      onMade(made)
      void reload()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <form className={form.form} onSubmit={submit}>
      <NameInput name={name} onChange={setName} />
      <HoursSelect hours={hours} onChange={setHours} />
      {make.error && <Refusal text={make.error.message} />}
      <FormButtons submit={t('agents.create')} isBusy={make.isPending} onClose={onClose} />
    </form>
  )
}

function NameInput({ name, onChange }: { name: string; onChange: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      data-autofocus
      required
      label={t('agents.name')}
      description={t('agents.nameHelp')}
      maxLength={120}
      value={name}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

function HoursSelect({ hours, onChange }: { hours: number; onChange: (hours: number) => void }) {
  const { t } = useTranslation()
  const { usual, most } = enrollmentHours
  return (
    <NativeSelect
      label={t('agents.hours')}
      value={String(hours)}
      data={[
        { value: '1', label: t('agents.hoursOf', { count: 1 }) },
        { value: String(usual), label: t('agents.hoursOf', { count: usual }) },
        { value: String(most), label: t('agents.daysOf') },
      ]}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  )
}

function Made({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={form.form}>
      <SecretToCopy hasFocus label={t('agents.secret')} description={t('agents.shown')} secret={secret} />
      <p className={form.lead}>{t('agents.run')}</p>
      <pre className={form.code}>{enrollCommand()}</pre>
      <div className={form.buttons}>
        <Button onClick={onClose}>{t('agents.done')}</Button>
      </div>
    </div>
  )
}
