import { type AccessType, permissionSubjects, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import { labelFromKey, pluralOf } from '@courtcrier/contract/names.ts'
import { findResource } from '@courtcrier/contract/resources/registry.ts'
import { useTranslation } from 'react-i18next'
import { resourceLabel } from '../../i18n/labels.ts'
import { PlainTable } from '../../ui/PlainTable.tsx'
import { StatusDot, type Tone } from '../../ui/StatusDot.tsx'
import classes from './profile.module.css'

const tones: Readonly<Record<AccessType, Tone>> = { FULL: 'ok', READ: 'neutral', DENY: 'bad' }

/** Shows a role's access to each kind of record, and the fields that differ. */
export function RoleDetails({ role }: { role: Role }) {
  const { t } = useTranslation()
  return (
    <section className={classes.section} aria-labelledby="role-details">
      <h2 id="role-details">{t('profile.roleDetails', { role: role.name })}</h2>
      <PlainTable heads={[t('profile.subject'), t('profile.access'), t('profile.exceptions')]}>
        {permissionSubjects.map((subject) => {
          const access = subjectAccess(subject, role)
          return (
            <tr key={subject}>
              <th scope="row">{nameOf(subject)}</th>
              <td>
                <StatusDot tone={tones[access]}>{t(`access.${access}`)}</StatusDot>
              </td>
              <td>{exceptionsOf(subject, role, t)}</td>
            </tr>
          )
        })}
      </PlainTable>
    </section>
  )
}

function nameOf(subject: string): string {
  const resource = findResource(subject)
  return resource ? resourceLabel(resource, 'many') : labelFromKey(pluralOf(subject))
}

function exceptionsOf(subject: string, role: Role, t: (key: string) => string): string {
  const fields = Object.entries(role.grants[subject]?.fields ?? {})
  return fields.map(([field, access]) => `${labelFromKey(field)}: ${t(`access.${access}`)}`).join(', ')
}
