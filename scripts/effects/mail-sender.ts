import { type Effects, shownBy } from './effect.ts'

const sent = shownBy('outbox/mail/accounts/firm-mail.test.ts')
const tried = shownBy('outbox/mail/accounts/try-sender.test.ts')
const token = shownBy('mail/mailboxes/request-token.test.ts')

const fromAccount = sent("a firm's emails are sent by its account and come from its address, those of others as before")
const bySecret = token('an application proves itself by its secret, for the scope of the service or its own')

export const mailSenderEffects: Effects = {
  service: tried('an account is at the server of its service, or at its own'),
  address: fromAccount,
  senderName: sent("an account's own sender name replaces the firm's"),
  isActive: sent('once the account is out of use, emails are sent by the mail server of the installation again'),
  tenantId: token("Microsoft's tokens are requested in the directory of the mailbox"),
  clientId: bySecret,
  clientSecret: bySecret,
  clientCertificate: token('an application proves itself by its certificate, without a secret'),
  serviceAccountKey: token('a service account asks in the name of the mailbox, signed with its key'),
  password: sent('a server without OAuth is signed in to with the password'),
  server: fromAccount,
  tokenUrl: fromAccount,
  scope: bySecret,
  expiresAt: shownBy('stores/stores.test.ts')(
    'reminds firms 14 and 3 days before a credential, a mailbox, a sending account or an identity provider expires, once each',
  ),
}
