import { fieldAccess } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { useTranslation } from 'react-i18next'
import { inputOf } from '../../fields/inputs.ts'
import { RecordTitle } from '../../fields/RecordTitle.tsx'
import { idsOf } from '../../fields/reference.tsx'
import { type FormScope, isWritable } from '../../resource/form-values.ts'
import type { RecordForm } from '../../resource/use-record-form.ts'
import classes from './roles.module.css'

const mostNamed = 12

/**
 * Shows who has the role, and adds users. No one is removed here: everyone has one role, and leaves it by getting
 * another.
 */
export function RolePeople({ form, scope }: { form: RecordForm; scope: FormScope }) {
  const { t } = useTranslation()
  const field = userSecurityRole.fields.userIds
  const members = idsOf(scope.row.userIds)
  const joining = idsOf(form.values.userIds).filter((id) => !members.includes(id))
  const maySee = fieldAccess(user, user.title, scope.role) !== 'DENY'
  const mayAdd = maySee && isWritable('userIds', scope) && fieldAccess(user, 'securityRoleId', scope.role) === 'FULL'
  if (!field) return null
  const Input = inputOf(field)
  const { error } = form.getInputProps('userIds')
  const named = maySee ? members.slice(0, mostNamed) : []
  return (
    <section className={classes.people} aria-label={t('roles.people')}>
      <p className={classes.count}>
        {members.length > 0 ? t('roles.peopleCount', { count: members.length }) : t('roles.nobody')}
      </p>
      {named.length > 0 && (
        <ul className={classes.members}>
          {named.map((id) => (
            <li key={id}>
              <RecordTitle entity={user.name} id={id} />
            </li>
          ))}
          {members.length > named.length && <li>{t('roles.more', { count: members.length - named.length })}</li>}
        </ul>
      )}
      {mayAdd && (
        <Input
          field={{ ...field, help: t('roles.joinHelp') }}
          label={t('roles.join')}
          value={joining}
          onChange={(ids) =>
            form.setFieldValue('userIds', [...members, ...idsOf(ids).filter((id) => !members.includes(id))])
          }
          error={error}
          data-path="userIds"
        />
      )}
      {!mayAdd && error && <p className={classes.problem}>{error}</p>}
    </section>
  )
}
