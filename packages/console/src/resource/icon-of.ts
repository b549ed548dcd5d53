import type { Icon } from '@tabler/icons-react'
import * as settingIcons from './setting-icons.ts'

/**
 * The name of an icon of the pages that only the Settings page, the palette and the like list: loaded with those, since
 * every page has the navigation, which shows only those of daily work.
 */
export type SettingIcon = keyof typeof settingIcons

const icons: Readonly<Record<SettingIcon, Icon>> = settingIcons

/** Returns a page's icon. */
export function iconOf(icon: Icon | SettingIcon): Icon {
  return typeof icon === 'string' ? icons[icon] : icon
}
