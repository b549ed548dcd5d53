import type { CustomFetch } from 'openid-client'
import type { AllowedHosts } from '../../retrieval/guarded/allowed-hosts.ts'
import type { Look } from '../imap-client.ts'
import type { Holding } from '../mailboxes/holding.ts'
import { keepToken } from '../mailboxes/keep-token.ts'
import type { MailboxRow } from '../mailboxes/mailbox-rows.ts'
import type { MailboxSettings } from '../mailboxes/mailbox-settings.ts'
import { type GraphClient, openGraphClient } from './graph-client.ts'

/** A firm's mailbox that is read by Microsoft Graph. */
export interface GraphAccount {
  firmId: number
  mailboxId: string
  folder: string
  doneFolder: string | undefined
  /** Messages that were received before it are left as they are. */
  readFrom: Date
  /** The provider whose word about a sender is believed, if it is. */
  authserv: string | undefined
  client: GraphClient
  tryToken: () => Promise<unknown>
  /** Which reader this is; undefined when it is only tried. */
  holding?: Holding | undefined
  /** Called after every look into the folder, and after every failure. */
  note?: (look: Look) => void
}

/** Returns how a mailbox is read by Microsoft Graph. */
export function graphAccountOf(
  { firmId, id, readFrom }: Pick<MailboxRow, 'firmId' | 'id' | 'readFrom'>,
  settings: MailboxSettings,
  { hosts, fetch }: { hosts: AllowedHosts; fetch: CustomFetch },
): GraphAccount {
  const accessToken = keepToken(settings, fetch)
  return {
    ...{ firmId, mailboxId: id, folder: settings.folder, doneFolder: settings.doneFolder || undefined, readFrom },
    authserv: settings.isBelieved ? settings.authserv?.toLowerCase() || 'microsoft365' : undefined,
    client: openGraphClient({ settings, permission: 'Mail.ReadWrite', hosts, accessToken }),
    tryToken: accessToken,
  }
}

/** Its display name, as `accountName` is for IMAP. */
export function graphAccountName({ client, folder }: GraphAccount): string {
  return `${client.address} at ${client.host}, folder ${folder}`
}
