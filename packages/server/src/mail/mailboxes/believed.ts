import { isMailProvider } from '@courtcrier/contract/mail-providers.ts'
import type { AnyRow } from '@courtcrier/contract/resource.ts'
import { findAuthserv } from '../mailbox-provider.ts'
import { imapServerOf } from './account-of.ts'
import type { MailSignIn } from './sign-in.ts'

/**
 * Returns the field by which a mailbox's mail server is believed about who sent a message: its entered name, the
 * service, or the server of a known one. Undefined if it isn't believed.
 */
export function findBelievedBy({ service, server, authserv }: AnyRow): 'authserv' | 'service' | 'server' | undefined {
  if (isMailProvider(service)) return undefined
  if (authserv) return 'authserv'
  // Wherever Graph is reached, what it hands out counts as received by Microsoft 365.
  if (service === 'GRAPH') return 'service'
  const url = URL.parse(imapServerOf({ service: service as MailSignIn['service'], server: String(server ?? '') }))
  if (!url || findAuthserv({ host: url.hostname }) === undefined) return undefined
  return server ? 'server' : 'service'
}

/** The fields that decide which messages a mail server's word is believed about. */
export const believedFields = ['service', 'address', 'folder', 'tenantId', 'server', 'tokenUrl', 'authserv'] as const
