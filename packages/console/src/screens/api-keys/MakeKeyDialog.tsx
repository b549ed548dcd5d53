import type { Role } from '@courtcrier/contract/access.ts'
import { type KeyPreset, type KeyScopes, keyDays, keyPresets, presetScopes } from '@courtcrier/contract/api-keys.ts'
import { type IssuedKey, makeKey } from '@courtcrier/contract/calls/api-keys.ts'
import { Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../i18n/problem-sentence.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { ask } from '../../session/ask.ts'
import { useRole } from '../../session/session-store.ts'
import { SteadyModal } from '../../ui/SteadyModal.tsx'
import { useRoles } from '../roles/use-roles.ts'
import classes from './api-keys.module.css'
import { ExpirySelect } from './ExpirySelect.tsx'
import { FormButtons, Refusal } from './FormButtons.tsx'
import { OwnerSelect } from './OwnerSelect.tsx'
import { ScopePicker } from './ScopePicker.tsx'
import { type ServiceAccount, useServiceAccounts } from './service-accounts.ts'

interface MakeKeyDialogProps {
  /** Whether service accounts are offered as owners. */
  isForService: boolean
  onMade: (issued: IssuedKey) => void
  onClose: () => void
}

const choices = [...keyPresets, 'choose'] as const
type Choice = (typeof choices)[number]

/** Asks what a new key is for, who owns it, what it may do, from where and until when. */
export default function MakeKeyDialog({ isForService, onMade, onClose }: MakeKeyDialogProps) {
  const { t } = useTranslation()
  const draft = useDraft(isForService)
  const make = useMutation({ mutationFn: () => ask(makeKey, { body: draft.body() }), onSuccess: onMade })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <SteadyModal
      isHeld={make.isPending}
      isEntered={draft.isEntered}
      onClose={onClose}
      title={t('apiKeys.makeTitle')}
      size={680}
    >
      {/* A refusal is about what was sent, so it ends with the next entry. */}
      <form className={classes.form} onSubmit={submit} onChange={() => make.isError && make.reset()} noValidate>
        <Fields draft={draft} error={make.error} />
        <Failure error={make.error} />
        <FormButtons submit={t('apiKeys.create')} isBusy={make.isPending} onClose={onClose} />
      </form>
    </SteadyModal>
  )
}

function Fields({ draft, error }: { draft: Draft; error: Error | null }) {
  const { t } = useTranslation()
  return (
    <>
      <TextInput
        data-autofocus
        withAsterisk
        label={t('apiKeys.name')}
        description={t('apiKeys.nameHelp')}
        maxLength={120}
        value={draft.name}
        error={problemOf(error, 'name')}
        onChange={(event) => draft.setName(event.currentTarget.value)}
      />
      {draft.accounts.length > 0 && (
        <OwnerSelect
          accounts={draft.accounts}
          value={draft.owner?.id ?? ''}
          error={problemOf(error, 'user_id')}
          onChange={draft.setOwnerId}
        />
      )}
      <AccessChoice draft={draft} problem={problemOf(error, 'scopes')} />
      <ExpirySelect days={draft.days} onChange={draft.setDays} />
      <Textarea
        label={t('apiKeys.from')}
        description={t('apiKeys.fromHelp')}
        autosize
        minRows={2}
        maxRows={6}
        value={draft.networks}
        error={problemOf(error, 'networks')}
        onChange={(event) => draft.setNetworks(event.currentTarget.value)}
      />
    </>
  )
}

type Draft = ReturnType<typeof useDraft>

/** Keeps what is entered, and returns it as the call's body. */
function useDraft(isForService: boolean) {
  const own = useRole()
  const accounts = useServiceAccounts(isForService)
  const roles = useRoles()
  const [name, setName] = useState('')
  const [ownerId, setOwnerId] = useState('')
  const [choice, setChoice] = useState<Choice>('read')
  const [chosen, setChosen] = useState<KeyScopes>({})
  const [days, setDays] = useState<number>(keyDays.usual)
  const [networks, setNetworks] = useState('')
  const owner = accounts.find(({ id }) => id === ownerId)
  const limits = limitsOf(own, owner, roles)
  const scopesOf = (preset: KeyPreset) => limits.reduce<KeyScopes>(within(preset), presetScopes(preset, own))
  const choose = (next: Choice) => {
    // What was chosen so far is what there is to choose from.
    if (next === 'choose' && choice !== 'choose') setChosen(scopesOf(choice))
    setChoice(next)
  }
  const body = () => ({
    name,
    kind: choice === 'agent' ? ('agent' as const) : ('key' as const),
    ...(owner ? { userId: owner.id } : {}),
    scopes: { ...(choice === 'choose' ? chosen : scopesOf(choice)) } as Record<string, 'READ' | 'FULL'>,
    networks: networks.split(/[\s,]+/).filter((line) => line !== ''),
    expiresInDays: days,
  })
  const entered = { name, setName, owner, setOwnerId, days, setDays, networks, setNetworks }
  const isEntered = name !== '' || networks !== '' || choice !== 'read'
  return { ...entered, isEntered, accounts, choice, choose, chosen, setChosen, limits, body }
}

function limitsOf(own: Role, owner: ServiceAccount | undefined, roles: readonly Role[]): readonly Role[] {
  const other = roles.find(({ id }) => id === owner?.roleId)
  return other ? [own, other] : [own]
}

/** Keeps of the scopes only what the preset gives a role too. */
function within(preset: KeyPreset) {
  return (scopes: KeyScopes, role: Role): KeyScopes => {
    const other = presetScopes(preset, role)
    const kept = Object.entries(scopes).flatMap(([subject, access]) => {
      const most = other[subject as keyof KeyScopes]
      return most ? [[subject, most === 'READ' ? most : access]] : []
    })
    return Object.fromEntries(kept)
  }
}

function AccessChoice({ draft, problem }: { draft: Draft; problem: string | undefined }) {
  const { t } = useTranslation()
  return (
    <>
      <fieldset className={classes.presets}>
        <legend>{t('apiKeys.may')}</legend>
        {choices.map((choice) => (
          <label key={choice}>
            <input type="radio" name="preset" checked={draft.choice === choice} onChange={() => draft.choose(choice)} />
            {t(`apiKeys.preset.${choice}`)}
          </label>
        ))}
        <p className={classes.small}>{t('apiKeys.limits')}</p>
      </fieldset>
      {draft.choice === 'choose' && (
        <ScopePicker roles={draft.limits} scopes={draft.chosen} onChange={draft.setChosen} />
      )}
      {problem && <Refusal text={problem} />}
    </>
  )
}

/** A refusal that names no field of the form. */
function Failure({ error }: { error: Error | null }) {
  if (!error || (error instanceof ApiFailure && error.problem?.errors?.length)) return null
  return <Refusal text={error.message} />
}

function problemOf(error: Error | null, field: string): string | undefined {
  if (!(error instanceof ApiFailure)) return undefined
  const problems = error.problem?.errors?.filter((each) => each.field === field) ?? []
  return problems.length > 0 ? problems.map(({ code }) => sentenceOf(code)).join(' ') : undefined
}
