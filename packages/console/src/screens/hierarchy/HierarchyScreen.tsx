import { askingOrder, type StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../settings/text.ts'
import { SaveNote } from '../settings/SaveNote.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { useFirmSettings } from '../settings/use-firm-settings.ts'
import classes from './hierarchy.module.css'
import { LevelList } from './LevelList.tsx'
import { levelsOf } from './level-order.ts'
import { MovedNote } from './MovedNote.tsx'
import { PolicyTrial } from './PolicyTrial.tsx'

const key = 'storagePolicyHierarchy'

/** In which order the levels are asked for a storage policy, and what that means for a case. */
export default function HierarchyScreen() {
  const { t } = useTranslation()
  const settings = useFirmSettings()
  const [intended, setIntended] = useState<readonly StorageLevel[]>()
  const isSaving = settings.stateOf(key)?.is === 'saving'
  // Where somebody put it, while that is on its way.
  const { chosen, left } = levelsOf((isSaving && intended) || settings.row?.[key])
  const [before, setBefore] = useState<readonly StorageLevel[]>()
  const save = (levels: readonly StorageLevel[]) => {
    // Compared with the order that stood here when the page was opened, however many steps it takes.
    setBefore((known) => known ?? chosen)
    setIntended(levels)
    settings.save(key, levels)
  }
  const undo = () => {
    setIntended(undefined)
    settings.undo(key)
  }
  return (
    <SettingsPage title={t('nav.hierarchy')} lead={t('hierarchy.lead')} settings={settings}>
      <div className={classes.columns}>
        <section aria-labelledby="levels">
          <div className={classes.head}>
            <h2 id="levels">{t('hierarchy.order')}</h2>
            <SaveNote state={settings.stateOf(key)} label={t('hierarchy.order')} onUndo={undo} />
          </div>
          {before && <MovedNote from={before} to={chosen} />}
          <LevelList chosen={chosen} left={left} canWrite={settings.canWrite(key)} onChange={save} />
        </section>
        <PolicyTrial order={askingOrder((settings.row?.[key] ?? []) as string[]).join(' ')} />
      </div>
    </SettingsPage>
  )
}
