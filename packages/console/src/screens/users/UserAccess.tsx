import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { user } from '@courtcrier/contract/resources/user.ts'
import { useTranslation } from 'react-i18next'
import panel from '../../resource/FormPanel.module.css'
import { useCanWrite } from '../../resource/use-can-write.ts'
import { RoleInWords } from '../roles/RoleInWords.tsx'
import { useRoles } from '../roles/use-roles.ts'
import { LoginHelp } from './LoginHelp.tsx'
import { RoleMates } from './RoleMates.tsx'
import { UserSessions } from './UserSessions.tsx'
import './text.ts'
import classes from './users.module.css'

interface UserAccessProps {
  row: AnyRow
  values: AnyRow
  isNew: boolean
  follow: (act: ((saved: AnyRow) => void) | undefined) => void
}

/** Shows below a user's fields what the role allows, who else has it, and how the user logs in. */
export default function UserAccess({ row, values, isNew, follow }: UserAccessProps) {
  const { t } = useTranslation()
  const canWrite = useCanWrite(user)
  const role = useRoles().find(({ id }) => id === values.securityRoleId)
  const name = String(values.fullName ?? '').trim() || t('userAccess.someone')
  return (
    <>
      {row.provisionedBy && (
        <p className={classes.line} role="note">
          {t('userAccess.provisioned', { provider: String(row.provisionedBy) })}
        </p>
      )}
      <section className={panel.panel} aria-label={t('userAccess.title', { name })}>
        <h3>{t('userAccess.title', { name })}</h3>
        {role ? (
          <>
            <p className={classes.line}>{t('userAccess.role', { role: role.name })}</p>
            <RoleInWords role={role} />
            <RoleMates roleId={role.id} userId={isNew ? undefined : String(row.id)} />
          </>
        ) : (
          <p className={classes.quiet}>{t('userAccess.chooseRole')}</p>
        )}
        <p className={classes.line}>{t(values.timekeeperId ? 'userAccess.timekeeper' : 'userAccess.noTimekeeper')}</p>
      </section>
      <LoginHelp
        isNew={isNew}
        isActive={values.isActive !== false}
        isService={values.isServiceAccount === true}
        row={row}
        follow={follow}
        isSaved={['email', 'isActive', 'isServiceAccount'].every((key) => row[key] === values[key])}
      />
      {canWrite && !isNew && <UserSessions id={String(row.id)} />}
    </>
  )
}
