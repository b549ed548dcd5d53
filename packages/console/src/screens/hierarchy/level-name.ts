import { getResource } from '@courtcrier/contract/resources/registry.ts'
import type { StorageLevel } from '@courtcrier/contract/storage-levels.ts'
import { i18next } from '../../i18n/i18n.ts'
import { resourceLabel } from '../../i18n/labels.ts'

/** Returns a level's label. */
export function levelName(level: StorageLevel): string {
  return level === 'firm' ? i18next.t('hierarchy.firm') : resourceLabel(getResource(level), 'one')
}
