import { useTranslation } from 'react-i18next'
import { pageLabel, resourceWord } from '../../i18n/labels.ts'
import { exportsLink, type NavLink, profileLink, useNavigation } from '../../shell/nav-plan.ts'
import { pageWords, textKeyOf } from '../../shell/palette/page-words.ts'
import type { Setting, SettingGroup } from './find-settings.ts'

/** Returns every page the role may open with its name and purpose, by group, the user's own pages last. */
export function useSettings(): SettingGroup[] {
  const { t } = useTranslation()
  const settingOf = (link: NavLink): Setting => {
    const { resource } = link
    const key = textKeyOf(link)
    // A table nobody described yet.
    const plain = resource ? t('allSettings.table', { records: resourceWord(resource, 'many') }) : ''
    return {
      link,
      name: pageLabel(link) ?? link.route,
      about: t(`allSettings.about.${key}`, { defaultValue: plain }),
      words: pageWords(link),
    }
  }
  const sections = useNavigation().map(({ group, entries }) => ({ group, settings: entries.map(settingOf) }))
  return [...sections, { group: 'account', settings: [profileLink, exportsLink].map(settingOf) }]
}
