import type { SecretBox } from '../../base/db/rows.ts'
import { programScope } from '../../records/viewer.ts'
import type { Writer } from '../../records/write/change.ts'
import type { Provider } from '../sign-on/providers.ts'

/** An identity provider that provisions a firm's users, as its token says. */
export interface Provisioner {
  firmId: number
  providerId: string
  key: { id: string; name: string }
}

/** What provisioning depends on: whose it is, the provider's settings, and the key that encrypts secrets. */
export interface Provisioning {
  provisioner: Provisioner
  provider: Provider
  box: SecretBox
  now: Date
}

/**
 * Returns the writer of what a provider provisions. It is the program's own, so each caller decides which fields it may
 * set: never more than `write-person.ts` and `follow-groups.ts` do.
 */
export function writerOf({ provisioner: { firmId, key }, box }: Pick<Provisioning, 'provisioner' | 'box'>): Writer {
  return { ...programScope(firmId), box, by: 'provisioning', key: { ...key, scopes: {} } }
}
