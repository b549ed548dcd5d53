import { credentialKinds } from '@courtcrier/contract/credential-kinds.ts'
import { findField, type Resource } from '@courtcrier/contract/resource.ts'
import { credential } from '@courtcrier/contract/resources/credential.ts'
import { i18next } from '../../i18n/i18n.ts'
import { choiceLabel } from '../../i18n/labels.ts'

/**
 * Returns what a kind of record is for and what to do, shown while there is none. Its texts must be loaded: those of
 * settings and of other records are apart, so that a page without rows loads only its own.
 */
export function emptyListText({ name }: Pick<Resource, 'name'>): string {
  const kind = findField(credential, 'kind')
  const ofCredential = kind && credentialKinds.some((each) => each === name)
  return i18next.t([`emptyList.${name}`, ...(ofCredential ? ['emptyList.ofCredential'] : [])], {
    service: kind && serviceOf(choiceLabel(kind, name)),
  })
}

/** Returns the name of a DMS without what tells its kinds of credentials apart: `Box (client credentials)` -> `Box`. */
function serviceOf(label: string): string {
  const [service = label] = label.split(' (')
  return service
}
