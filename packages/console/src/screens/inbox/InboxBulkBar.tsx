import { mostSelected } from '@courtcrier/contract/selection.ts'
import type { BulkAct } from '@courtcrier/contract/triage.ts'
import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { countOf, type Selection } from '../../resource/row-selection.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { LatePopup } from '../../ui/LatePopup.tsx'
import classes from './InboxBulkBar.module.css'

const loadList = () => import('./BulkActList.tsx')

interface InboxBulkBarProps {
  selection: Selection
  /** How many fit the search, and how to select them; absent when the page shows all of them. */
  matching?: { total: string; onSelect: () => void }
  canAct: boolean
  onAct: (act: BulkAct) => void
  onCopyIds: () => void
  onClear: () => void
}

const offered: readonly BulkAct[] = ['archive', 'requeue', 'manual']

/** What is selected, and what can be done with all of it. It takes the place of the footer, so that no row moves. */
export function InboxBulkBar({ selection, matching, canAct, onAct, onCopyIds, onClear }: InboxBulkBarProps) {
  const { t } = useTranslation()
  const count = countOf(selection)
  const isTooMany = count > mostSelected
  const button = (act: BulkAct) => (
    <Button key={act} size="compact-sm" variant="default" disabled={isTooMany} onClick={() => onAct(act)}>
      {t(`inbox.bulk.${act}.verb`)}
    </Button>
  )
  return (
    <section className={classes.bar} aria-label={t('inbox.bulk.label')}>
      <b role="status">{t('list.selected', { count, formatted: formatNumber(count) })}</b>
      {matching && (
        <Button size="compact-sm" variant="light" onClick={matching.onSelect}>
          {t('table.selectMatching', { total: matching.total })}
        </Button>
      )}
      {canAct && offered.map(button)}
      <LatePopup
        kind="menu"
        load={loadList}
        props={{ isTooMany, canAct, onAct, onCopyIds }}
        target={(target) => (
          <Button {...target} size="compact-sm" variant="default" rightSection={<IconDots size={15} aria-hidden />}>
            {t('inbox.bulk.more')}
          </Button>
        )}
      />
      <Button size="compact-sm" variant="subtle" onClick={onClear}>
        {t('list.clearSelection')}
      </Button>
      {isTooMany && <span>{t('table.tooMany', { most: formatNumber(mostSelected) })}</span>}
    </section>
  )
}
