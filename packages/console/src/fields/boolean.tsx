import { useTranslation } from 'react-i18next'
import { i18next } from '../i18n/i18n.ts'
import type { CellProps, FieldControl } from './control.ts'
import classes from './fields.module.css'

export const booleanControl: FieldControl = {
  Cell: BooleanCell,
  width: 100,
  text: (value) => (value === undefined ? '' : i18next.t(value === true ? 'input.yes' : 'input.no')),
  isWhole: true,
  isChosen: true,
}

function BooleanCell({ value }: CellProps) {
  const { t } = useTranslation()
  if (value === undefined) return null
  return value === true ? t('input.yes') : <span className={classes.quiet}>{t('input.no')}</span>
}
