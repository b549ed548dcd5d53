import type { PermissionSubject, Role } from '@courtcrier/contract/access.ts'
import { type KeyAccess, type KeyScopes, offeredAccess } from '@courtcrier/contract/api-keys.ts'
import { useTranslation } from 'react-i18next'
import { useFaces } from '../../resource/face.ts'
import { AccessCell } from '../roles/AccessCell.tsx'
import { accessColumns } from '../roles/access-columns.ts'
import matrix from '../roles/roles.module.css'
import { subjectGroups, subjectLabel } from '../roles/subject-groups.ts'
import '../roles/text.ts'
import classes from './api-keys.module.css'

interface ScopePickerProps {
  /** Whose access is the most that can be chosen. */
  roles: readonly Role[]
  scopes: KeyScopes
  onChange: (scopes: KeyScopes) => void
}

/** Chooses a key's access record by record, as a role's is. What its owner's role denies isn't offered. */
export function ScopePicker({ roles, scopes, onChange }: ScopePickerProps) {
  const { t } = useTranslation()
  const subjects = subjectGroups(useFaces()).flatMap((group) => group.subjects)
  const set = (subject: PermissionSubject, access: KeyAccess | undefined) => {
    const { [subject]: _, ...others } = scopes
    onChange(access ? { ...others, [subject]: access } : others)
  }
  return (
    <section className={classes.picker} aria-label={t('apiKeys.picker')}>
      <table className={matrix.table}>
        <thead>
          <tr>
            <th scope="col">{t('apiKeys.record')}</th>
            {accessColumns.map((access) => (
              <th key={access} scope="col">
                {t(`access.${access}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {subjects.map((subject) => (
            <ScopeRow
              key={subject}
              subject={subject}
              most={mostOf(subject, roles)}
              access={scopes[subject]}
              onChange={(access) => set(subject, access)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

interface ScopeRowProps {
  subject: PermissionSubject
  /** Undefined if nothing can be chosen. */
  most: KeyAccess | undefined
  access: KeyAccess | undefined
  onChange: (access: KeyAccess | undefined) => void
}

function ScopeRow({ subject, most, access, onChange }: ScopeRowProps) {
  const { t } = useTranslation()
  const label = subjectLabel(subject)
  if (!most) return null
  return (
    <tr>
      <th scope="row">{label}</th>
      {accessColumns.map((column) => (
        <AccessCell
          key={column}
          name={`scope ${subject}`}
          label={t('apiKeys.cell', { record: label, access: t(`access.${column}`) })}
          isChecked={(access ?? 'DENY') === column}
          isDisabled={column === 'FULL' && most === 'READ'}
          onChoose={() => onChange(column === 'DENY' ? undefined : column)}
        />
      ))}
    </tr>
  )
}

function mostOf(subject: PermissionSubject, roles: readonly Role[]): KeyAccess | undefined {
  const offered = roles.map((role) => offeredAccess(subject, role))
  if (offered.includes(undefined)) return undefined
  return offered.includes('READ') ? 'READ' : 'FULL'
}
