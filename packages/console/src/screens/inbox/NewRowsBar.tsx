import { useTranslation } from 'react-i18next'
import classes from './NewRowsBar.module.css'

interface NewRowsBarProps {
  arrivals: number
  departures: number
  onShow: () => void
}

/** What happened to the list while it was held still, and the button that shows it. */
export function NewRowsBar({ arrivals, departures, onShow }: NewRowsBarProps) {
  const { t } = useTranslation()
  const isEmpty = arrivals === 0 && departures === 0
  return (
    <div role="status" className={classes.bar} data-empty={isEmpty || undefined}>
      {arrivals > 0 && <strong>{t('inbox.waiting.new', { count: arrivals })}</strong>}
      {departures > 0 && <span>{t('inbox.waiting.gone', { count: departures })}</span>}
      {!isEmpty && (
        <button type="button" onClick={onShow}>
          {t('inbox.waiting.show')}
        </button>
      )}
    </div>
  )
}
