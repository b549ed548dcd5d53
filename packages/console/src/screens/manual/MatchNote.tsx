import type { KnownOfFiling } from '@courtcrier/contract/calls/manual.ts'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from './manual.module.css'
import type { FilingFacts } from './manual-state.ts'

interface MatchNoteProps {
  lookup: KnownOfFiling | undefined
  facts: FilingFacts
  onUse: (found: KnownOfFiling['cases'][number]) => void
}

/** Shows which of the firm's cases has the docket number, until one is chosen. */
export function MatchNote({ lookup, facts, onUse }: MatchNoteProps) {
  const { t } = useTranslation()
  if (!lookup || facts.docketNumber.trim() === '') return null
  const { cases } = lookup
  if (facts.caseId) {
    return cases.length === 1 && cases[0]?.id === facts.caseId ? (
      <p className={classes.hint}>{t('manual.match.one')}</p>
    ) : null
  }
  if (cases.length === 0) return <p className={classes.hint}>{t('manual.match.none')}</p>
  return (
    <div className={classes.hint} role="status">
      {t(cases.length === 1 ? 'manual.match.one' : 'manual.match.several', { count: cases.length })}
      <span className={classes.cases}>
        {cases.slice(0, 6).map((found) => (
          <Button key={found.id} size="compact-xs" variant="default" onClick={() => onUse(found)}>
            {t('manual.match.use', { name: found.name ? `${found.name} (${found.caseNumber})` : found.caseNumber })}
          </Button>
        ))}
      </span>
    </div>
  )
}

function whatIsHere({ missing }: NonNullable<KnownOfFiling['filing']>, t: TFunction): string {
  if (missing === null) return t('manual.here.known')
  return missing > 0 ? t('manual.here.missing', { count: missing }) : t('manual.here.whole')
}

/** Shows that the filing already exists, and what happens to the added files. */
export function KnownFilingNote({ filing }: { filing: KnownOfFiling['filing'] | undefined }) {
  const { t } = useTranslation()
  if (!filing) return null
  return (
    <p className={classes.known} role="status">
      {whatIsHere(filing, t)}{' '}
      <Link to="/ecfx-notification" search={{ id: filing.id }} target="_blank" className={classes.link}>
        {t('manual.here.look')}
      </Link>
    </p>
  )
}
