import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { firmQuery } from '../settings/save-firm.ts'
import classes from './walls-off.module.css'

/** Shows, above the list of ethical walls, that none applies while the firm has turned them off. */
export default function WallsOffBanner() {
  const { t } = useTranslation()
  const { data: row } = useQuery(firmQuery)
  if (row?.internalWallsEnabled !== false) return null
  return (
    <div role="status" className={classes.banner}>
      <IconAlertTriangle size={18} stroke={1.6} aria-hidden />
      <p>
        <b>{t('firm.walls.off')}</b> {t('firm.walls.offInList')}
      </p>
    </div>
  )
}
