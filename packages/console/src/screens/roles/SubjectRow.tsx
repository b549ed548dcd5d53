import { type AccessType, type PermissionSubject, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { PermissionField } from '@courtcrier/contract/permission-fields.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessCell } from './AccessCell.tsx'
import { accessColumns } from './access-columns.ts'
import { FieldRow } from './FieldRow.tsx'
import classes from './roles.module.css'
import { alsoGoverned, subjectLabel } from './subject-groups.ts'

interface SubjectRowProps {
  subject: PermissionSubject
  role: Role
  /** Fields to be shown below it. */
  fields: readonly PermissionField[]
  /** Its fields are shown until somebody closes them. */
  isOpenAtFirst: boolean
  isFixed: boolean
  onChange: (access: AccessType) => void
  onFieldChange: (field: string, access: AccessType | undefined) => void
}

/** The line of a record, and when it is open those of its fields. */
export function SubjectRow({
  subject,
  role,
  fields,
  isOpenAtFirst,
  isFixed,
  onChange,
  onFieldChange,
}: SubjectRowProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState<boolean>()
  const label = subjectLabel(subject)
  const also = alsoGoverned(subject)
  const access = subjectAccess(subject, role)
  const own = role.grants[subject]?.fields ?? {}
  const differing = Object.keys(own).length
  const hasFew = fields.length < 100 && isOpenAtFirst && (differing > 0 || fields.length <= 3)
  const isShown = isOpen ?? hasFew
  return (
    <>
      <tr>
        <th scope="row">
          <div className={classes.line}>
            <button
              type="button"
              className={classes.open}
              aria-expanded={isShown}
              aria-label={t('roles.fields', { record: label })}
              disabled={fields.length === 0}
              onClick={() => setOpen(!isShown)}
            >
              <IconChevronRight size={16} aria-hidden />
            </button>
            <span className={classes.name}>
              {label}
              {also.length > 0 && <small>{t('roles.also', { others: also.join(', ') })}</small>}
              {differing > 0 && <small>{t('roles.differing', { count: differing })}</small>}
            </span>
          </div>
        </th>
        {accessColumns.map((choice) => (
          <AccessCell
            key={choice}
            name={subject}
            label={t('roles.cell', { record: label, access: t(`access.${choice}`) })}
            isChecked={access === choice}
            isDisabled={isFixed}
            onChoose={() => onChange(choice)}
          />
        ))}
        <td />
      </tr>
      {isShown &&
        fields.map((field) => (
          <FieldRow
            key={field.name}
            subject={subject}
            record={label}
            field={field}
            whole={access}
            own={own[field.name]}
            isFixed={isFixed}
            onChange={(choice) => onFieldChange(field.name, choice)}
          />
        ))}
    </>
  )
}
