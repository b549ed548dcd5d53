import { PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldFace, InputProps } from './face.ts'

export const secretFace: FieldFace = { Input: SecretInput }

/** What is kept is never shown: the field is empty, and leaving it so keeps it. */
function SecretInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...rest}
      autoComplete="new-password"
      description={field.help}
      placeholder={t('input.secretKept')}
      visibilityToggleButtonProps={{ 'aria-label': t('form.showPassword'), tabIndex: 0, 'aria-hidden': false }}
      value={typeof value === 'string' ? value : ''}
      onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
    />
  )
}
