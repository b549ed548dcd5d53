import { useTranslation } from 'react-i18next'
import classes from './InboxTabs.module.css'
import { countOf, type Tab, tabNames } from './inbox-search.ts'

interface InboxTabsProps {
  tab: Tab
  counts?: Readonly<Record<string, number>>
  onChange: (tab: Tab) => void
}

/** The list by status, with how many stand where. */
export function InboxTabs({ tab, counts, onChange }: InboxTabsProps) {
  const { t } = useTranslation()
  return (
    <nav className={classes.tabs} aria-label={t('inbox.tabs.label')}>
      {tabNames.map((name) => (
        <button
          key={name}
          type="button"
          className={classes.tab}
          aria-current={name === tab ? 'true' : undefined}
          onClick={() => onChange(name)}
        >
          {t(`inbox.tabs.${name}`)}
          {counts && (
            <span className={classes.count} data-tone={toneOf(name, countOf(name, counts))}>
              {countOf(name, counts).toLocaleString('en-US')}
            </span>
          )}
        </button>
      ))}
    </nav>
  )
}

function toneOf(tab: Tab, count: number): 'warn' | 'bad' | undefined {
  if (count === 0) return undefined
  if (tab === 'action') return 'warn'
  return tab === 'failed' ? 'bad' : undefined
}
