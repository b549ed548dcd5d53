import { TagsInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { InputProps } from './face.ts'

/** Several texts, each typed and confirmed with Enter; pasted ones are taken apart at commas, blanks and lines. */
export function ListInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  return (
    <TagsInput
      {...rest}
      required={Boolean(field.minItems)}
      description={field.help}
      placeholder={t('input.addItem')}
      data={field.values ? [...field.values] : []}
      splitChars={field.kind === 'textList' ? [';', '\n'] : [',', ';', ' ', '\n']}
      acceptValueOnBlur
      value={Array.isArray(value) ? value.map(String) : []}
      onChange={onChange}
    />
  )
}
