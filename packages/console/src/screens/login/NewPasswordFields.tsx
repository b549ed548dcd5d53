import { PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

interface NewPasswordFieldsProps {
  password: PasswordInputProps
  confirmation: PasswordInputProps
}

/** Shows fields for a new password and its confirmation, for resetting and changing it. */
export function NewPasswordFields({ password, confirmation }: NewPasswordFieldsProps) {
  const { t } = useTranslation()
  const toggle = { 'aria-label': t('form.showPassword'), tabIndex: 0, 'aria-hidden': false }
  return (
    <>
      <PasswordInput
        label={t('reset.newPassword')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        errorProps={{ role: 'alert' }}
        {...password}
      />
      <PasswordInput
        label={t('reset.confirmation')}
        autoComplete="new-password"
        visibilityToggleButtonProps={toggle}
        errorProps={{ role: 'alert' }}
        {...confirmation}
      />
    </>
  )
}
