import { countMoved } from '@courtcrier/contract/calls/settings.ts'
import { askingOrder, type StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../settings/text.ts'
import { ask } from '../../session/ask.ts'
import { SaveNote } from '../settings/SaveNote.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { useFirmSettings } from '../settings/use-firm-settings.ts'
import classes from './hierarchy.module.css'
import { LevelList } from './LevelList.tsx'
import { levelsOf } from './level-order.ts'
import { PolicyTrial } from './PolicyTrial.tsx'

const key = 'storagePolicyHierarchy'

/** Shows the order in which levels are checked for a storage policy, and its effect on a case. */
export default function HierarchyScreen() {
  const { t } = useTranslation()
  const settings = useFirmSettings()
  // The new order, while it is being saved and if it couldn't be.
  const { chosen, left } = levelsOf(settings.intended(key))
  const [before, setBefore] = useState<readonly StorageLevel[]>()
  const save = (levels: readonly StorageLevel[]) => {
    // Compared with the order when the page was opened, however many changes follow.
    setBefore((known) => known ?? chosen)
    settings.save(key, levels)
  }
  return (
    <SettingsPage title={t('nav.hierarchy')} lead={t('hierarchy.lead')} settings={settings}>
      <div className={classes.columns}>
        <section aria-labelledby="levels">
          <div className={classes.head}>
            <h2 id="levels">{t('hierarchy.order')}</h2>
            <SaveNote
              state={settings.stateOf(key)}
              label={t('hierarchy.order')}
              onUndo={() => settings.undo(key)}
              onAgain={() => settings.again(key)}
            />
          </div>
          {before && <MovedNote from={before} to={chosen} />}
          <LevelList chosen={chosen} left={left} canWrite={settings.canWrite(key)} onChange={save} />
        </section>
        <PolicyTrial order={askingOrder((settings.row?.[key] ?? []) as string[]).join(' ')} />
      </div>
    </SettingsPage>
  )
}

/** Shows how many of the latest documents the new order would have saved elsewhere than the previous one. */
function MovedNote({ from, to }: { from: readonly StorageLevel[]; to: readonly StorageLevel[] }) {
  const { t } = useTranslation()
  const query = { from: from.join(), to: to.join() }
  const { data } = useQuery({
    queryKey: ['firm', 'storage-moved', query],
    queryFn: ({ signal }) => ask(countMoved, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <p role="status" className={classes.hint}>
      {data && t('hierarchy.moved', { count: data.moved, days: data.days, documents: data.documents })}
    </p>
  )
}
