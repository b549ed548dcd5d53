import { keptSecret } from '@courtcrier/contract/secrets.ts'
import { Button, InputBase, PasswordInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldInput, InputProps } from './control.ts'
import classes from './fields.module.css'

export const secretInput: FieldInput = { Input: SecretInput }

/** Never shows the stored value: the field says whether there is one, and leaving it alone keeps it. */
function SecretInput({ field, value, onChange, label, ...rest }: InputProps) {
  const { t } = useTranslation()
  // Whether one was set when the form opened; typing and clearing again doesn't change it.
  const [before] = useState(value === keptSecret ? keptSecret : null)
  const goes = before === keptSecret && value === null
  const canClear = before === keptSecret && !field.required && !rest.disabled
  const shared = {
    ...rest,
    label,
    required: field.required,
    description: goes ? t('input.secretGoes') : field.help,
    placeholder: t(before === keptSecret && !goes ? 'input.secretKept' : 'input.secretNone'),
    value: typeof value === 'string' && value !== keptSecret ? value : '',
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      onChange(event.currentTarget.value === '' ? before : event.currentTarget.value),
  }
  return (
    <div className={classes.secret}>
      {field.isLong ? (
        // A single-line input would lose the line breaks of pasted text.
        <InputBase
          component="textarea"
          multiline
          {...shared}
          rows={3}
          classNames={{ input: classes.longInput }}
          spellCheck={false}
          autoComplete="off"
        />
      ) : (
        <PasswordInput
          {...shared}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0, 'aria-hidden': false }}
        />
      )}
      {canClear && (
        <Button size="compact-sm" variant="subtle" onClick={() => onChange(goes ? before : null)}>
          {t(goes ? 'input.secretBack' : 'input.secretClear', { field: label })}
        </Button>
      )}
    </div>
  )
}
