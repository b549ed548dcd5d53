import { useTranslation } from 'react-i18next'
import { takeLostFocus } from '../ui/take-lost-focus.ts'
import './form-text.ts'
import classes from './form.module.css'

/** Takes the place of an open record that someone else deleted. */
export function GoneRecord() {
  const { t } = useTranslation()
  return (
    <p role="alert" tabIndex={-1} className={classes.facts} ref={(node) => (node ? takeLostFocus(node) : undefined)}>
      {t('noForm.gone')}
    </p>
  )
}

/** Says above the form that its record is gone: what was typed stays readable. */
export function GoneNote() {
  const { t } = useTranslation()
  return (
    <div role="alert" className={classes.draft}>
      {t('noForm.gone')} {t('noForm.goneTyped')}
    </div>
  )
}
