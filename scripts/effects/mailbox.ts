import { type Effects, shownBy } from './effect.ts'

const kept = shownBy('mail/mailboxes/keep-mailboxes.test.ts')
const token = shownBy('mail/mailboxes/request-token.test.ts')

const bySecret = token('an application proves itself by its secret, for the scope of the service or its own')
const atServer = token('a mailbox is read at the server of its service, or at its own, as its provider is named')

const bySns = shownBy('http/provider-ses.test.ts')
const byAccessKey = shownBy('http/provider-ses-s3.test.ts')(
  'without an access key the mailbox says what is missing, and the message is received once it is there',
)
const byPostmark = shownBy('http/provider-postmark.test.ts')

export const mailboxEffects: Effects = {
  service: atServer,
  address: token('a service account asks in the name of the mailbox, signed with its key'),
  isActive: kept('is read as soon as it is added, and no longer once it is out of use'),
  folder: atServer,
  doneFolder: kept('is read without a password, and its messages are moved'),
  readFrom: kept('leaves what it received before the mailbox was added, and older messages are received on request'),
  tenantId: token("Microsoft's tokens are requested in the directory of the mailbox"),
  clientId: bySecret,
  clientSecret: bySecret,
  clientCertificate: token('an application proves itself by its certificate, without a secret'),
  serviceAccountKey: token('a service account asks in the name of the mailbox, signed with its key'),
  password: kept('is read as soon as it is added, and no longer once it is out of use'),
  server: atServer,
  tokenUrl: bySecret,
  scope: bySecret,
  authserv: atServer,
  isBelieved: shownBy('mail/graph/graph-mailbox.test.ts')(
    'that it is believed about senders (%s) decides whether Microsoft 365 vouches for them',
  ),
  topicArn: bySns('a call is refused'),
  callSecret: byPostmark('is received with the password that the mailbox has now, and no longer with its former one'),
  accessKeyId: byAccessKey,
  secretAccessKey: byAccessKey,
  hasBell: shownBy('http/graph-bell.test.ts')(
    'a mailbox is checked as soon as Microsoft Graph notifies of a message, and the secret is not stored',
  ),
  expiresAt: shownBy('stores/stores.test.ts')(
    'reminds firms 14 and 3 days before a credential, a mailbox, a sending account or an identity provider expires, once each',
  ),
}
