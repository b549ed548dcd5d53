import type { Mailbox } from '@courtcrier/contract/resources/mailbox.ts'

/** What signing in to a mailbox takes, with its secrets in plain. */
export type MailboxSettings = Pick<
  Mailbox,
  | 'service'
  | 'address'
  | 'folder'
  | 'doneFolder'
  | 'tenantId'
  | 'clientId'
  | 'clientSecret'
  | 'clientCertificate'
  | 'serviceAccountKey'
  | 'password'
  | 'server'
  | 'tokenUrl'
  | 'scope'
  | 'authserv'
>

/** The secrets among them. */
export const mailboxSecrets = ['clientSecret', 'clientCertificate', 'serviceAccountKey', 'password'] as const

/** All others. */
export const mailboxPlain = [
  ...['service', 'address', 'folder', 'doneFolder', 'tenantId', 'clientId', 'server', 'tokenUrl', 'scope', 'authserv'],
] as const
