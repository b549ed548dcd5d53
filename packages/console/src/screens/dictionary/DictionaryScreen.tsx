import { type Dictionary, sharedTerms } from '@courtcrier/contract/dictionary.ts'
import { Button, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import '../settings/text.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SaveNote } from '../settings/SaveNote.tsx'
import { SettingsPage } from '../settings/SettingsPage.tsx'
import { useFirmSettings } from '../settings/use-firm-settings.ts'
import { DictionaryTable } from './DictionaryTable.tsx'
import classes from './dictionary.module.css'
import { entityRows, menuRows, rowsWith, withWords } from './dictionary-rows.ts'

/** Edits the firm's own words for entities and the menu: a change is visible everywhere immediately. */
export default function DictionaryScreen() {
  const { t } = useTranslation()
  const settings = useFirmSettings()
  const [sought, setSought] = useState('')
  const intended = useRef<Dictionary>({})
  const dictionary = (settings.row?.dictionary ?? {}) as Dictionary
  const canWrite = settings.canWrite('dictionary')
  const keep = (next: Dictionary) => {
    intended.current = next
    settings.save('dictionary', next)
  }
  const state = settings.stateOf('dictionary')
  const isOpen = state?.is === 'saving' || state?.is === 'failed'
  // All words are one setting: a word that isn't saved yet must not be lost with the next.
  const change = (words: Dictionary) => keep(withWords(isOpen ? intended.current : dictionary, words))
  const entities = rowsWith(entityRows, sought, dictionary)
  const menu = rowsWith(menuRows, sought, dictionary)
  const shared = sharedTerms(dictionary)
  const hasOwn = Object.keys(dictionary).length > 0
  const resetAll = (
    <Button variant="default" onClick={() => keep({})}>
      {t('dictionary.resetAll')}
    </Button>
  )
  return (
    <SettingsPage
      title={t('nav.dictionary')}
      lead={t('dictionary.lead')}
      settings={settings}
      actions={canWrite && hasOwn && resetAll}
    >
      <div className={classes.tools}>
        <TextInput
          type="search"
          className={classes.search}
          aria-label={t('dictionary.search')}
          placeholder={t('dictionary.search')}
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        <SaveNote
          state={state}
          label={t('nav.dictionary')}
          onUndo={() => settings.undo('dictionary')}
          onAgain={() => settings.again('dictionary')}
        />
      </div>
      {shared.length > 0 && (
        <p role="status" className={classes.warning}>
          {t('dictionary.shared', { words: shared.join(', ') })}
        </p>
      )}
      {entities.length + menu.length === 0 && (
        <EmptyState title={t('dictionary.none')} text={t('dictionary.noneText')} />
      )}
      <DictionaryTable
        title={t('dictionary.entities')}
        rows={entities}
        dictionary={dictionary}
        {...(canWrite ? { onChange: change } : {})}
      />
      <DictionaryTable
        title={t('dictionary.menu')}
        rows={menu}
        dictionary={dictionary}
        {...(canWrite ? { onChange: change } : {})}
      />
    </SettingsPage>
  )
}
