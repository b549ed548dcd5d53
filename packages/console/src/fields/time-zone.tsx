import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ContainsFilter } from './ContainsFilter.tsx'
import type { FieldFace, InputProps } from './face.ts'

export const timeZoneFace: FieldFace = { Input: TimeZoneInput, Filter: ContainsFilter }

const zones = Intl.supportedValuesOf('timeZone')

function TimeZoneInput({ field, value, onChange, ...rest }: InputProps) {
  const { t } = useTranslation()
  const known = typeof value === 'string' && !zones.includes(value) ? [value, ...zones] : zones
  return (
    <Select
      {...rest}
      searchable
      clearable={!field.required}
      limit={50}
      required={field.required}
      description={field.help}
      placeholder={t('input.typeToSearch')}
      nothingFoundMessage={t('input.noMatch')}
      data={known}
      value={typeof value === 'string' ? value : null}
      onChange={onChange}
    />
  )
}
