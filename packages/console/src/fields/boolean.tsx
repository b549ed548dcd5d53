import { useTranslation } from 'react-i18next'
import { i18next } from '../i18n/i18n.ts'
import { ChoiceFilter } from './ChoiceFilter.tsx'
import type { CellProps, FieldControl, FilterProps, InputProps } from './control.ts'
import classes from './fields.module.css'
import { lateInputs } from './late-inputs.ts'

export const booleanControl: FieldControl = {
  Cell: BooleanCell,
  width: 100,
  text: (value) => (value === undefined ? '' : i18next.t(value === true ? 'input.yes' : 'input.no')),
  isWhole: true,
  isChosen: true,
  Input: BooleanInput,
  Filter: BooleanFilter,
}

function BooleanCell({ value }: CellProps) {
  const { t } = useTranslation()
  if (value === undefined) return null
  return value === true ? t('input.yes') : <span className={classes.quiet}>{t('input.no')}</span>
}

function BooleanInput({ field, value, onChange, ...rest }: InputProps) {
  const { Switch } = lateInputs()
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
