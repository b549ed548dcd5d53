import { useTranslation } from 'react-i18next'
import { useFirm } from '../session/firm.ts'
import classes from './FirmMark.module.css'
import { initialsOf } from './initials.ts'

/** Shows the firm's logo, or its initials on its color, with its name. */
export function FirmMark({ size = 'small' }: { size?: 'small' | 'large' }) {
  const { t } = useTranslation()
  const { name, hasLogo, updatedAt } = useFirm()
  const firmName = name ?? t('product')
  return (
    <div className={classes.mark} data-size={size}>
      {hasLogo ? (
        <img className={classes.logo} src={`/api/v1/firm/logo.png?version=${updatedAt ?? ''}`} alt="" />
      ) : (
        <span className={classes.initials} aria-hidden>
          {initialsOf(firmName)}
        </span>
      )}
      <span className={classes.names}>
        <b>{firmName}</b>
        {name && <small>{t('product')}</small>}
      </span>
    </div>
  )
}
