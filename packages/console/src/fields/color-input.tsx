import { sanitizeColor } from '@courtcrier/contract/theme/contrast.ts'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { FieldInput, InputProps } from './control.ts'
import classes from './fields.module.css'

export const colorInput: FieldInput = { Input: ColorInput }

/** Edits a color: typed as `#23407a`, or picked with the browser's own picker. */
function ColorInput({ field, value, onChange, disabled, ...rest }: InputProps) {
  const { t } = useTranslation()
  const text = typeof value === 'string' ? value : ''
  const picker = (
    <input
      type="color"
      className={classes.color}
      aria-label={t('input.pickColor')}
      disabled={disabled}
      value={sanitizeColor(text) ?? '#23407a'}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  return (
    <TextInput
      {...rest}
      disabled={disabled}
      leftSection={picker}
      leftSectionPointerEvents="all"
      leftSectionWidth={44}
      description={field.help}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value === '' ? null : event.currentTarget.value)}
    />
  )
}
