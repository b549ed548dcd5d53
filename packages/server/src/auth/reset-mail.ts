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
  return linkMail(facts, {
    subject: `Set a new password for ${facts.firmName}`,
    lead: `someone requested a new password for your Courtcrier account at ${facts.firmName}. Set it here within an hour:`,
    link: 'Set a new password',
    rest: "The link works once. If you didn't request this, ignore this email: your password stays the same.",
  })
}

/** Returns the email that invites a user to set a first password. */
export function invitationMail(facts: LinkMail & { invitedBy: string; days: number }): SystemMail {
  const { user, firmName, invitedBy, days } = facts
  return linkMail(facts, {
    subject: `Your Courtcrier account at ${firmName}`,
    lead: `${invitedBy} created a Courtcrier account for you at ${firmName}, where court notices and their documents are received. Set your password here within ${days} days:`,
    link: 'Set your password',
    rest: `The link works once. Afterwards, log in as ${user.email}. If you didn't expect this, ignore this email: no one can log in to the account until its password is set.`,
  })
}

/** Returns the email that tells an administrator that one of them signed in past single sign-on. */
export function wayBackMail({
  to,
  firmName,
  user,
  at,
}: {
  to: string
  firmName: string
  user: SessionUser
  at: Date
}): SystemMail {
  const time = `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
  const sentences = [
    `${user.fullName} (${user.email}) signed in to Courtcrier at ${firmName} with a password on ${time}, although the firm uses single sign-on.`,
    'Only administrators can do that, for when the identity provider fails.',
    "If you don't know why this was needed, ask them, and change the password of that account.",
  ]
  return {
    to,
    subject: `An administrator of ${firmName} signed in with a password`,
    text: `${sentences.join('\n\n')}\n`,
    html: sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join(''),
  }
}

interface LinkWords {
  subject: string
  lead: string
  link: string
  rest: string
}

function linkMail({ user, base, token }: LinkMail, words: LinkWords): SystemMail {
  const link = `${base}/password-reset?${new URLSearchParams({ email: user.email, token })}`
  const sentences = [`Hello ${user.displayName || user.fullName},`, words.lead, words.rest]
  const [hello, asked, rest] = sentences.map(escapeHtml)
  return {
    to: user.email,
    subject: words.subject,
    text: `${sentences[0]}\n\n${sentences[1]}\n\n${link}\n\n${sentences[2]}\n`,
    html: `<p>${hello}</p><p>${asked}</p><p><a href="${escapeHtml(link)}">${words.link}</a></p><p>${rest}</p>`,
  }
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
