import type { Resource } from '@courtcrier/contract/resource.ts'
import { firmNamespace, i18next } from '../i18n/i18n.ts'
import { resourceLabel } from '../resource/labels.ts'

/**
 * What a page is called in the navigation and in the browser's title: the firm's word, a word of the console's
 * language, or the definition's. Texts name records in the language that they are written in, so they go by
 * `resourceLabel`.
 */
export function pageLabel({ resource, titleKey }: { resource?: Resource; titleKey?: string }): string | undefined {
  if (!resource) return titleKey && i18next.t(titleKey)
  const own = i18next.t(`resource.${resource.name}.many`, { ns: firmNamespace, defaultValue: '' })
  return own || i18next.t(`navWord.${resource.name}`, { defaultValue: resourceLabel(resource, 'many') })
}
