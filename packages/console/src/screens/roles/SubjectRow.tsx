import { type AccessType, type PermissionSubject, type Role, subjectAccess } from '@courtcrier/contract/access.ts'
import type { PermissionField } from '@courtcrier/contract/permission-fields.ts'
import { rankOf } from '@courtcrier/contract/role-rules.ts'
import { IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessCell } from './AccessCell.tsx'
import { accessColumns } from './access-columns.ts'
import classes from './roles.module.css'
import { alsoGoverned, permissionLabel, subjectLabel } from './subject-groups.ts'

interface SubjectRowProps {
  subject: PermissionSubject
  role: Role
  /** Fields to show below it. */
  fields: readonly PermissionField[]
  /** Whether its fields are shown until they are closed. */
  isOpenAtFirst: boolean
  isFixed: boolean
  onChange: (access: AccessType) => void
  onFieldChange: (field: string, access: AccessType | undefined) => void
}

/** Shows the row of a record and, when expanded, those of its fields. */
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

interface FieldRowProps {
  subject: string
  /** The label of its record. */
  record: string
  field: PermissionField
  /** The role's access to the record. */
  whole: AccessType
  /** The field's own access; undefined when it follows the record. */
  own: AccessType | undefined
  isFixed: boolean
  onChange: (access: AccessType | undefined) => void
}

/** Shows the row of a field. Access beyond that of its record, or beyond what anyone may have, can't be chosen. */
function FieldRow({ subject, record, field, whole, own, isFixed, onChange }: FieldRowProps) {
  const { t } = useTranslation()
  const label = permissionLabel(field)
  const cell = (access: string) => t('roles.fieldCell', { record, field: label, access })
  const name = `${subject} ${field.name}`
  const isBeyond = (access: AccessType) => rankOf(access) > rankOf(whole) || (field.isReadOnly && access === 'FULL')
  return (
    <tr className={classes.field}>
      <th scope="row">
        <div className={classes.line}>
          <span className={classes.name}>
            {label}
            {field.isReadOnly && <small>{t('roles.readOnlyField')}</small>}
          </span>
        </div>
      </th>
      {accessColumns.map((access) => (
        <AccessCell
          key={access}
          name={name}
          label={cell(t(`access.${access}`))}
          isChecked={own === access}
          isDisabled={isFixed || (isBeyond(access) && own !== access)}
          onChoose={() => onChange(access)}
        />
      ))}
      <AccessCell
        name={name}
        label={cell(t('roles.inherit'))}
        isChecked={own === undefined}
        isDisabled={isFixed}
        onChoose={() => onChange(undefined)}
      />
    </tr>
  )
}
