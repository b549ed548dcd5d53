import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import type { CellProps, FieldFace, FilterProps, InputProps } from './face.ts'
import classes from './fields.module.css'

export const booleanFace: FieldFace = { Cell: BooleanCell, Input: BooleanInput, Filter: BooleanFilter, width: 100 }

function BooleanCell({ value }: CellProps) {
  const { t } = useTranslation()
  if (value === undefined) return null
  return value === true ? t('input.yes') : <span className={classes.quiet}>{t('input.no')}</span>
}

function BooleanInput({ field, value, onChange, ...rest }: InputProps) {
  return (
    <Switch
      {...rest}
      description={field.help}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

function BooleanFilter(props: FilterProps) {
  const { t } = useTranslation()
  const choices = [
    { value: 'true', label: t('input.yes') },
    { value: 'false', label: t('input.no') },
  ]
  return <ChoiceFilter {...props} choices={choices} />
}
