import type { SystemMail } from '../api/system-mail.ts'
import type { SessionUser } from './session-user.ts'

/** The mail with the link under which a user sets a new password. */
export function resetMail(facts: { user: SessionUser; firmName: string; base: string; token: string }): SystemMail {
  const { user, firmName, base, token } = facts
  const link = `${base}/password-reset?${new URLSearchParams({ email: user.email, token })}`
  const sentences = [
    `Hello ${user.displayName || user.fullName},`,
    `somebody asked for a new password for your Courtcrier account at ${firmName}. Set it here within an hour:`,
    'The link works once. If it was not you who asked, do nothing: your password stays as it is.',
  ]
  const [hello, asked, rest] = sentences.map(escapeHtml)
  return {
    to: user.email,
    subject: `Set a new password for ${firmName}`,
    text: `${sentences[0]}\n\n${sentences[1]}\n\n${link}\n\n${sentences[2]}\n`,
    html: `<p>${hello}</p><p>${asked}</p><p><a href="${escapeHtml(link)}">Set a new password</a></p><p>${rest}</p>`,
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
