import { enrollmentHours, makeAgentToken } from '@courtcrier/contract/calls/agents.ts'
import type { AnswerOf, BodyOf } from '@courtcrier/contract/calls/call.ts'
import { NativeSelect, TextInput } from '@mantine/core'
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../session/ask.ts'
import { SecretModal } from '../../ui/SecretModal.tsx'
import { SteadyModal } from '../../ui/SteadyModal.tsx'
import form from '../api-keys/api-keys.module.css'
import { FormButtons, Refusal } from '../api-keys/FormButtons.tsx'
import '../api-keys/text.ts'
import { enrollCommand, useReloadAgents } from './agents-query.ts'

/** Asks for the name of an agent, and shows the token that enrolls it, once. */
export function AgentTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const reload = useReloadAgents()
  const make = useMutation({
    mutationFn: (body: BodyOf<typeof makeAgentToken>) => ask(makeAgentToken, { body }),
    onSuccess: () => void reload(),
  })
  if (make.data) return <Made made={make.data} onClose={onClose} />
  return (
    <SteadyModal isHeld={make.isPending} onClose={onClose} title={t('agents.makeTitle')} size="lg">
      <MakeForm make={make} onClose={onClose} />
    </SteadyModal>
  )
}

interface MakeFormProps {
  make: UseMutationResult<AnswerOf<typeof makeAgentToken>, Error, BodyOf<typeof makeAgentToken>>
  onClose: () => void
}

function MakeForm({ make, onClose }: MakeFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [hours, setHours] = useState<number>(enrollmentHours.usual)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate({ name: name.trim(), expiresInHours: hours })
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

interface MadeProps {
  made: AnswerOf<typeof makeAgentToken>
  onClose: () => void
}

function Made({ made: { token, secret }, onClose }: MadeProps) {
  const { t } = useTranslation()
  return (
    <SecretModal
      title={t('agents.made', { name: token.name })}
      label={t('agents.secret')}
      description={t('agents.shown')}
      secret={secret}
      onClose={onClose}
    >
      <div>
        <p className={form.lead}>{t('agents.run')}</p>
        <pre className={form.code}>{enrollCommand()}</pre>
      </div>
    </SecretModal>
  )
}
