import { sanitizeColor } from '@courtcrier/contract/theme/contrast.ts'
import { TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { CellProps, FieldControl, InputProps } from './control.ts'
import classes from './fields.module.css'

export const colorControl: FieldControl = {
  Cell: ColorCell,
  width: 120,
  // The color in words, after its swatch.
  text: (value) => `### ${sanitizeColor(value) ?? ''}`,
  isWhole: true,
  Input: ColorInput,
}

function ColorCell({ value }: CellProps) {
  const color = sanitizeColor(value)
  if (!color) return null
  return (
    <span className="num">
      <span className={classes.swatch} style={{ background: color }} />
      {color}
    </span>
  )
}

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
