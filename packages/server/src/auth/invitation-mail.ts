import { invitationDays } from '@courtcrier/contract/calls/invitations.ts'
import type { SystemMail } from '../outbox/mail/system-mail.ts'
import { type LinkMail, linkMail, passwordAddress } from './reset-mail.ts'

interface InvitationMail extends Omit<LinkMail, 'token'> {
  invitedBy: string
  role: string
}

/** Returns the email that invites a user to set a first password. */
export function invitationMail(facts: InvitationMail & { token: string }): SystemMail {
  const { user, firmName } = facts
  return linkMail(user, {
    subject: subjectOf(firmName),
    lead: `${leadOf(facts)} Set your password here within ${invitationDays} days:`,
    link: 'Set your password',
    href: passwordAddress(facts),
    rest: `The link works once. Afterwards, log in as ${user.email}. If you didn't expect this, ignore this email: no one can log in to the account until its password is set.`,
  })
}

/** Returns the email that invites a user of a firm with single sign-on; `providers` are those in use, by name. */
export function signOnInvitationMail(facts: InvitationMail & { providers: readonly string[] }): SystemMail {
  const { user, firmName, base, providers } = facts
  const by = providers.length > 0 ? providers.join(' or ') : "your firm's identity provider"
  return linkMail(user, {
    subject: subjectOf(firmName),
    lead: `${leadOf(facts)} There is no password to set: log in here with ${by}.`,
    link: `Log in with ${providers.length === 1 ? by : 'single sign-on'}`,
    href: `${base}/login`,
    rest: `Your account is known by its email address, ${user.email}. If you didn't expect this, ignore this email.`,
  })
}

function subjectOf(firmName: string): string {
  return `Your Courtcrier account at ${firmName}`
}

function leadOf({ invitedBy, firmName, role }: InvitationMail): string {
  return `${invitedBy} created a Courtcrier account for you at ${firmName}, where court notices and their documents are received. Your role is ${role}.`
}
