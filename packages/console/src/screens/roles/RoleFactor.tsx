import { userSecurityRole } from '@courtcrier/contract/resources/user-security-role.ts'
import { inputOf } from '../../fields/inputs.ts'
import { fieldInWords, fieldLabel } from '../../i18n/labels.ts'
import { type FormScope, isWritable } from '../../resource/form-values.ts'
import type { RecordForm } from '../../resource/use-record-form.ts'
import classes from './roles.module.css'

/** Whether the role demands a second factor, and how many days its users have to add one. Predefined roles can, too. */
export function RoleFactor({ form, scope }: { form: RecordForm; scope: FormScope }) {
  const isRequired = form.values.requiresSecondFactor === true
  const keys = ['requiresSecondFactor', ...(isRequired ? ['secondFactorGraceDays'] : [])]
  return (
    <div className={classes.factor}>
      {keys.map((key) => {
        const field = fieldInWords(userSecurityRole, key)
        if (!field) return null
        const Input = inputOf(field)
        const { error } = form.getInputProps(key)
        return (
          <Input
            key={key}
            field={field}
            label={fieldLabel(userSecurityRole, key)}
            value={form.values[key]}
            disabled={!isWritable(key, scope)}
            error={error}
            onChange={(value) => form.setFieldValue(key, value)}
            data-path={key}
          />
        )
      })}
    </div>
  )
}
