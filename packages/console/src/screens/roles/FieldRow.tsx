import type { AccessType } from '@courtcrier/contract/access.ts'
import type { PermissionField } from '@courtcrier/contract/permission-fields.ts'
import { rankOf } from '@courtcrier/contract/role-rules.ts'
import { useTranslation } from 'react-i18next'
import { AccessCell } from './AccessCell.tsx'
import { accessColumns } from './access-columns.ts'
import classes from './roles.module.css'
import { permissionLabel } from './subject-groups.ts'

interface FieldRowProps {
  subject: string
  /** What its record is called. */
  record: string
  field: PermissionField
  /** What the role may do with the record. */
  whole: AccessType
  /** The field's own access; undefined when it follows the record. */
  own: AccessType | undefined
  isFixed: boolean
  onChange: (access: AccessType | undefined) => void
}

/** The line of a field. What is more than its record, or more than anybody may, cannot be chosen. */
export function FieldRow({ subject, record, field, whole, own, isFixed, onChange }: FieldRowProps) {
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
