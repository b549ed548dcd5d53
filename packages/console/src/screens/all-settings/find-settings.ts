import type { NavGroup } from '../../resource/face.ts'
import type { NavLink } from '../../shell/nav-plan.ts'
import { fitOf } from '../../shell/palette/palette-item.ts'

export interface Setting {
  link: NavLink
  name: string
  /** One line about what it is for. */
  about: string
  /** Other words people look for it by; not shown. */
  words: string
}

export interface SettingGroup {
  group: NavGroup | 'account'
  settings: readonly Setting[]
}

/**
 * Returns the groups with the settings that match the typed words, best first, all of them if nothing is typed. Daily
 * work, which the drawer shows, is listed only if it is searched for.
 */
export function findSettings(groups: readonly SettingGroup[], typed: string): SettingGroup[] {
  if (typed.trim() === '') return groups.filter(({ group }) => group !== 'work')
  return groups
    .map(({ group, settings }) => ({ group, ...matching(settings, typed) }))
    .filter(({ settings }) => settings.length > 0)
    .toSorted((a, b) => a.best - b.best)
    .map(({ group, settings }) => ({ group, settings }))
}

function matching(settings: readonly Setting[], typed: string): { settings: Setting[]; best: number } {
  const found = settings.flatMap((setting) => {
    const fit = fitOf({ label: setting.name, detail: `${setting.about} ${setting.words}` }, typed)
    return fit === undefined ? [] : [{ setting, fit }]
  })
  const ranked = found.toSorted((a, b) => a.fit - b.fit)
  return { settings: ranked.map(({ setting }) => setting), best: ranked[0]?.fit ?? 0 }
}
