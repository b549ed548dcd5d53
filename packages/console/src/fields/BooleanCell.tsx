import { useTranslation } from 'react-i18next'
import type { CellProps } from './face.ts'
import classes from './fields.module.css'

export function BooleanCell({ value }: CellProps) {
  const { t } = useTranslation()
  if (value === undefined) return null
  return value === true ? t('input.yes') : <span className={classes.quiet}>{t('input.no')}</span>
}
