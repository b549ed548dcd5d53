import { i18next } from '../../i18n/i18n.ts'
import type { NavLink } from '../nav-plan.ts'
import './page-words-text.ts'

/** Returns other words by which people look for a page. */
export function pageWords(link: NavLink): string {
  return i18next.t(`allSettings.words.${textKeyOf(link)}`, { defaultValue: '' })
}

/** Returns the key of a page's texts: what it is for, and its other words. */
export function textKeyOf({ resource, titleKey = '' }: NavLink): string {
  return resource?.name ?? titleKey.replace(/^nav\.|\.route$/g, '')
}
