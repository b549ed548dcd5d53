import { useTranslation } from 'react-i18next'
import { formatTotal } from '../../ui/format-total.ts'
import classes from './InboxTabs.module.css'
import { countOf, type Tab, tabNames } from './inbox-search.ts'
import type { InboxCounts } from './use-inbox-list.ts'

interface InboxTabsProps {
  /** Undefined where statuses are chosen that are no tab. */
  tab: Tab | undefined
  counts?: InboxCounts
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
            <span className={classes.count} data-tone={toneOf(name, countOf(name, counts).total)}>
              {formatTotal(countOf(name, counts))}
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
