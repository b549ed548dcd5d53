import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
import { mailMoment } from '../outbox/mail/mail-moment.ts'
import type { SystemMail } from '../outbox/mail/system-mail.ts'
import type { SessionUser } from '../records/session-user.ts'

export interface LinkMail {
  user: Pick<SessionUser, 'email' | 'fullName' | 'displayName'>
  firmName: string
  /** The address of the firm's console. */
  base: string
  token: string
}

/** Returns the email with the link for setting a new password. */
export function resetMail(facts: LinkMail): SystemMail {
  const { user, firmName } = facts
  return linkMail(user, {
    subject: `Set a new password for ${firmName}`,
    lead: `Someone requested a new password for your Courtcrier account at ${firmName}. Set it here within an hour:`,
    link: 'Set a new password',
    href: passwordAddress(facts),
    rest: "The link works once. If you didn't request this, ignore this email: your password stays the same.",
  })
}

/** Returns the address of the page that sets a password by a token. */
export function passwordAddress({ user: { email }, base, token }: LinkMail): string {
  return `${base}/password-reset?${new URLSearchParams({ email, token })}`
}

/** Which administrator got in past single sign-on, and when. */
interface WayBackFacts {
  /** Who is notified. */
  email: string
  userName: string
  userEmail: string
  firmName: string
  timeZone: string | null
  at: Date
}

/** Returns the email that tells an administrator that one of them signed in past single sign-on. */
export function wayBackMail({ email, userName, userEmail, firmName, timeZone, at }: WayBackFacts): SystemMail {
  const time = mailMoment(new Date(at), timeZone)
  const sentences = [
    `${userName} (${userEmail}) signed in to Courtcrier at ${firmName} with a password on ${time}, although the firm uses single sign-on.`,
    'Only administrators can do that, for when the identity provider fails.',
    "If you don't know why this was needed, ask them, and change the password of that account.",
  ]
  return {
    to: email,
    subject: `An administrator of ${firmName} signed in with a password`,
    text: `${sentences.join('\n\n')}\n`,
    html: sentences.map((sentence) => `<p>${escapeMarkup(sentence)}</p>`).join(''),
  }
}

interface LinkWords {
  subject: string
  lead: string
  link: string
  href: string
  rest: string
}

/** Returns an email whose purpose is its link. */
export function linkMail(user: LinkMail['user'], { subject, lead, link, href, rest }: LinkWords): SystemMail {
  const hello = `Hello ${user.displayName || user.fullName},`
  const html = [hello, lead, rest].map(escapeMarkup)
  return {
    to: user.email,
    subject,
    text: `${hello}\n\n${lead}\n\n${href}\n\n${rest}\n`,
    html: `<p>${html[0]}</p><p>${html[1]}</p><p><a href="${escapeMarkup(href)}">${link}</a></p><p>${html[2]}</p>`,
  }
}
