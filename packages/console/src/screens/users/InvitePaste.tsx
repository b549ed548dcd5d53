import { mostInvited } from '@courtcrier/contract/calls/invite-people.ts'
import { readPastedPeople } from '@courtcrier/contract/pasted-people.ts'
import { Button, Checkbox, Select, Textarea } from '@mantine/core'
import { type FormEvent, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import dialog from '../../resource/BulkDialog.module.css'
import { useRoles } from '../roles/use-roles.ts'
import type { useInvitePeople } from './use-invite-people.ts'
import classes from './users.module.css'

export interface Pasted {
  text: string
  roleId: string | null
  linkTimekeepers: boolean
}

interface InvitePasteProps {
  pasted: Pasted
  onChange: (pasted: Pasted) => void
  inviting: ReturnType<typeof useInvitePeople>
  onClose: () => void
}

/** Takes the list of people, and the role they get. */
export function InvitePaste({ pasted, onChange, inviting, onClose }: InvitePasteProps) {
  const { t } = useTranslation()
  const { text, roleId, linkTimekeepers } = pasted
  const people = useMemo(() => readPastedPeople(text), [text])
  const isTooMany = people.length > mostInvited
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (roleId && people.length > 0 && !isTooMany)
      void inviting.preview({ people, securityRoleId: roleId, linkTimekeepers })
  }
  return (
    <form className={classes.invite} onSubmit={submit}>
      <Textarea
        label={t('invitePeople.people')}
        description={t('invitePeople.peopleHelp', { count: mostInvited })}
        placeholder={t('invitePeople.example')}
        error={isTooMany && t('invitePeople.tooMany', { count: mostInvited, pasted: people.length })}
        data-autofocus
        autosize
        minRows={6}
        maxRows={14}
        value={text}
        onChange={({ currentTarget }) => onChange({ ...pasted, text: currentTarget.value })}
      />
      <RoleAndLink pasted={pasted} onChange={onChange} />
      <div className={dialog.buttons}>
        <Button variant="default" onClick={onClose}>
          {t('invitePeople.cancel')}
        </Button>
        <Button type="submit" loading={inviting.isBusy} disabled={!roleId || people.length === 0 || isTooMany}>
          {t('invitePeople.check', { count: people.length })}
        </Button>
      </div>
    </form>
  )
}

function RoleAndLink({ pasted, onChange }: Pick<InvitePasteProps, 'pasted' | 'onChange'>) {
  const { t } = useTranslation()
  const roles = useRoles().map(({ id, name }) => ({ value: id, label: name }))
  return (
    <>
      <Select
        label={t('invitePeople.role')}
        placeholder={t('input.choose')}
        required
        searchable
        openOnFocus={false}
        comboboxProps={{ zIndex: 330 }}
        data={roles}
        value={pasted.roleId}
        onChange={(value) => onChange({ ...pasted, roleId: value })}
      />
      <Checkbox
        label={t('invitePeople.link')}
        description={t('invitePeople.linkHelp')}
        checked={pasted.linkTimekeepers}
        onChange={({ currentTarget }) => onChange({ ...pasted, linkTimekeepers: currentTarget.checked })}
      />
    </>
  )
}
