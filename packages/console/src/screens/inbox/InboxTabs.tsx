import type { InboxCounts } from '@courtcrier/contract/calls/inbox-counts.ts'
import { useTranslation } from 'react-i18next'
import { formatTotal } from '../../ui/format-total.ts'
import classes from './InboxTabs.module.css'
import { countOf, type Tab, tabNames } from './inbox-search.ts'

interface InboxTabsProps {
  /** Undefined if the chosen statuses match no tab. */
  tab: Tab | undefined
  counts?: InboxCounts
  onChange: (tab: Tab) => void
}

/** Shows the list by status, with the number of items in each. */
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
          {/* Read aloud without a comma, "All 1,059" is one name. */}
          {counts && <span className={classes.comma}>, </span>}
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
