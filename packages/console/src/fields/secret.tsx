import { keptSecret } from '@courtcrier/contract/secrets.ts'
import { Button, PasswordInput, Textarea } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldFace, InputProps } from './face.ts'
import classes from './fields.module.css'

export const secretFace: FieldFace = { Input: SecretInput }

/** What is kept is never shown: the field says whether something is, leaving it alone keeps it. */
function SecretInput({ field, value, onChange, label, ...rest }: InputProps) {
  const { t } = useTranslation()
  // Whether one was set when the form was opened; what is typed and taken back leaves it so.
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
        // A line of its own would lose the lines of what is pasted.
        <Textarea {...shared} autosize minRows={3} maxRows={8} spellCheck={false} autoComplete="off" />
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
