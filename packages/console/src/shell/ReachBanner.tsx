import { IconPlugConnectedX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useReach } from '../session/reach.ts'
import classes from './Shell.module.css'

/** Says on every page that the server does not answer, or slowly. Not loaded when needed: then it could not be. */
export function ReachBanner() {
  const { t } = useTranslation()
  const reach = useReach()
  return (
    <div role="status" className={classes.reach} data-reach={reach}>
      {reach === 'offline' && (
        <p>
          <IconPlugConnectedX size={18} stroke={1.6} aria-hidden />
          <span>
            <b>{t('bar.offline')}</b> {t('bar.offlineText')}
          </span>
        </p>
      )}
      {reach === 'slow' && <p>{t('bar.slow')}</p>}
    </div>
  )
}
