import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../ui/format-number.ts'
import classes from './case-page.module.css'
import type { useDocket } from './case-queries.ts'
import type { CaseTab } from './use-case-place.ts'

interface CaseTabsProps {
  tabs: readonly CaseTab[]
  current: CaseTab
  docket: ReturnType<typeof useDocket>['data']
}

/** Links to the sections of the page, with how much each has. */
export function CaseTabs({ tabs, current, docket }: CaseTabsProps) {
  const { t } = useTranslation()
  const counts: Partial<Record<CaseTab, number | null | undefined>> = {
    docket: docket?.filings,
    documents: docket?.documents,
    copies: docket?.copies,
  }
  return (
    <nav className={classes.tabs} aria-label={t('casePage.tabs.label')}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="."
          search={{ tab } as never}
          aria-current={tab === current ? 'page' : undefined}
          resetScroll={false}
        >
          {t(`casePage.tabs.${tab}`)}
          {typeof counts[tab] === 'number' && <span className="num">{formatNumber(counts[tab])}</span>}
        </Link>
      ))}
    </nav>
  )
}
