import { useTranslation } from 'react-i18next'
import classes from './NewRowsBar.module.css'

interface NewRowsBarProps {
  arrivals: number
  departures: number
  /** Where its words stand among the texts. */
  texts: 'inbox.waiting' | 'table.waiting'
  onShow: () => void
}

/** What happened to the list while it was held still, and the button that shows it. */
export function NewRowsBar({ arrivals, departures, texts, onShow }: NewRowsBarProps) {
  const { t } = useTranslation()
  const isEmpty = arrivals === 0 && departures === 0
  return (
    <div role="status" className={classes.bar} data-empty={isEmpty || undefined}>
      {arrivals > 0 && <strong>{t(`${texts}.new`, { count: arrivals })}</strong>}
      {departures > 0 && <span>{t(`${texts}.gone`, { count: departures })}</span>}
      {!isEmpty && (
        <button type="button" onClick={onShow}>
          {t(`${texts}.show`)}
        </button>
      )}
    </div>
  )
}
