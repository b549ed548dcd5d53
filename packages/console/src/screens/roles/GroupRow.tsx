import type { AccessType, PermissionSubject, Role } from '@courtcrier/contract/access.ts'
import { useTranslation } from 'react-i18next'
import type { NavGroup } from '../../shell/nav-group.ts'
import { AccessCell } from './AccessCell.tsx'
import { accessColumns } from './access-columns.ts'
import { commonAccess } from './role-draft.ts'
import classes from './roles.module.css'

interface GroupRowProps {
  group: NavGroup
  role: Role
  /** Those of the group that are shown: what is filtered away is not set. */
  subjects: readonly PermissionSubject[]
  isFixed: boolean
  onChange: (access: AccessType) => void
}

/** The head of a group, which sets all its lines. Nothing is chosen where they differ. */
export function GroupRow({ group, role, subjects, isFixed, onChange }: GroupRowProps) {
  const { t } = useTranslation()
  const label = group === 'work' ? t('roles.group.work') : t(`navGroup.${group}`)
  const common = commonAccess(role, subjects)
  return (
    <tr className={classes.group}>
      <th scope="rowgroup">{label}</th>
      {accessColumns.map((access) => (
        <AccessCell
          key={access}
          name={`group ${group}`}
          label={t('roles.groupCell', { group: label, access: t(`access.${access}`) })}
          isChecked={common === access}
          isDisabled={isFixed}
          onChoose={() => onChange(access)}
        />
      ))}
      <td />
    </tr>
  )
}
