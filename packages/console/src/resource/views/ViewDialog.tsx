import './text.ts'
import { savedView, viewAudiences } from '@courtcrier/contract/resources/saved-view.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { searchRows } from '../../session/api.ts'
import { useRole } from '../../session/session-store.ts'
import { SteadyModal } from '../../ui/SteadyModal.tsx'
import { useAction } from '../../ui/use-action.ts'
import { reasonOf } from '../form-problems.ts'
import type { ViewMenuProps, ViewTask } from './use-view-actions.ts'
import { createView, editView } from './use-view-actions.ts'
import classes from './ViewMenu.module.css'
import { mayKeepForOthers } from './view-rights.ts'

/** Asks for the name of a view and, if the role may choose, who sees it. */
export default function ViewDialog({
  task,
  onClose,
  ...props
}: ViewMenuProps & { task: ViewTask; onClose: () => void }) {
  const { t } = useTranslation()
  const role = useRole()
  const edited = task === 'edit' ? props.table.view : undefined
  const [name, setName] = useState(edited?.name ?? '')
  const [audience, setAudience] = useState<(typeof viewAudiences)[number]>(edited?.audience ?? 'self')
  const [roleId, setRoleId] = useState(edited?.roleId ?? role.id)
  const action = useAction(async () => {
    const values = { name: name.trim(), audience, roleId: audience === 'role' ? roleId : null }
    await (edited ? editView(edited, values) : createView(props, values))
    onClose()
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void action.run()
  }
  const problem = action.failure && reasonOf(action.failure)
  return (
    <SteadyModal onClose={onClose} title={t(edited ? 'views.editTitle' : 'views.newTitle')}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          data-autofocus
          label={t('views.name')}
          maxLength={savedView.fields.name?.max ?? 60}
          value={name}
          error={problem}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {mayKeepForOthers(role) && (
          <fieldset className={classes.audience}>
            <legend>{t('views.audience')}</legend>
            {viewAudiences.map((choice) => (
              <label key={choice}>
                <input
                  type="radio"
                  name="audience"
                  checked={audience === choice}
                  onChange={() => setAudience(choice)}
                />
                {t(`views.audienceOf.${choice}`)}
              </label>
            ))}
            {audience === 'role' && <RoleChoice value={roleId} onChange={setRoleId} />}
          </fieldset>
        )}
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('views.cancel')}
          </Button>
          <Button type="submit" loading={action.isBusy}>
            {t('views.submit')}
          </Button>
        </div>
      </form>
    </SteadyModal>
  )
}

/** Offers the roles of the firm; a role that may not see them only its own. */
function RoleChoice({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const { t } = useTranslation()
  const own = useRole()
  const { data } = useQuery({
    queryKey: [userSecurityRole.name, 'choices'],
    queryFn: ({ signal }) => searchRows(userSecurityRole, { max: 500 }, signal),
    retry: false,
  })
  const roles = data?.rows ?? [own]
  return (
    <NativeSelect
      label={t('views.roleChoice')}
      data={roles.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
