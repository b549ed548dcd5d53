import { changeWebPreferences, readWebPreferences } from '@courtcrier/contract/web-preferences.ts'
import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import './text.ts'
import { setLook, useLook } from '../../ui/theme/look.ts'
import { SaveNote } from '../settings/SaveNote.tsx'
import type { FirmSettings } from '../settings/use-firm-settings.ts'
import classes from './firm.module.css'

/**
 * Sets light or dark and accessible colors for this browser, and stripes and messages for everyone, saved as they are
 * changed.
 */
export function LookSettings({ settings }: { settings: FirmSettings }) {
  return (
    <div className={classes.looks}>
      <OwnLook />
      {settings.canWrite('webPreferences') && <Preferences settings={settings} />}
    </div>
  )
}

function OwnLook() {
  const { t } = useTranslation()
  const { isDark, isAccessible } = useLook()
  return (
    <fieldset className={classes.look}>
      <legend>{t('firm.ownLook')}</legend>
      <Switch
        label={t('user.dark')}
        checked={isDark}
        onChange={(event) => setLook({ isDark: event.currentTarget.checked })}
      />
      <Switch
        label={t('user.accessible')}
        checked={isAccessible}
        onChange={(event) => setLook({ isAccessible: event.currentTarget.checked })}
      />
    </fieldset>
  )
}

const key = 'webPreferences'

function Preferences({ settings }: { settings: FirmSettings }) {
  const { t } = useTranslation()
  // All preferences are one setting: one still being saved must not be overwritten by the next.
  const text = settings.stateOf(key)?.is === 'saving' ? settings.intended(key) : settings.row?.[key]
  const { tableStripes, messages } = readWebPreferences(text)
  const save = (change: Parameters<typeof changeWebPreferences>[1]) =>
    settings.save(key, changeWebPreferences(text, change))
  const label = t('firm.preferences')
  return (
    <fieldset className={classes.look} data-key={key}>
      <legend>{label}</legend>
      <Switch
        label={t('firm.tableStripes')}
        checked={tableStripes}
        onChange={(event) => save({ tableStripes: event.currentTarget.checked })}
      />
      <Switch
        label={t('firm.quiet')}
        description={t('firm.quietHelp')}
        checked={messages === 'important'}
        onChange={(event) => save({ messages: event.currentTarget.checked ? 'important' : 'all' })}
      />
      <SaveNote
        state={settings.stateOf(key)}
        label={label}
        onUndo={() => settings.undo(key)}
        onAgain={() => settings.again(key)}
      />
    </fieldset>
  )
}
