import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
import { mailMoment } from '../../outbox/mail/mail-moment.ts'
import type { SystemMail } from '../../outbox/mail/system-mail.ts'

/** A sign-in from somewhere new, of which its user is to be notified. */
export interface SignInAlert {
  firmId: number
  id: string
  userId: string
  at: Date
  newPlace: string | null
  newProgram: string | null
  place: string | null
  program: string
  network: string
  email: string
  fullName: string
  displayName: string | null
  firmName: string
  hostNames: readonly string[]
  hasSignOn: boolean
  timeZone: string | null
}

/** Returns the email that asks a user whether a sign-in from somewhere new was theirs. */
export function alertMail(alert: SignInAlert, base: string): SystemMail {
  const { email, fullName, displayName, firmName } = alert
  const facts = [
    `Place: ${alert.place ?? 'unknown'}`,
    `Network address: ${alert.network}`,
    `Program: ${alert.program}`,
    `Time: ${mailMoment(new Date(alert.at), alert.timeZone)}`,
  ]
  const lead = `Someone signed in to your Courtcrier account at ${firmName} ${whatIsNew(alert)}.`
  const rest = ["Was this you? Then there's nothing to do.", `If it wasn't: ${whatToDo(alert)}`]
  const paragraphs = [`Hello ${displayName || fullName},`, lead, facts.join('\n'), ...rest]
  const profile = `${base}/profile`
  return {
    to: email,
    subject: `A new sign-in to your account at ${firmName}`,
    text: `${paragraphs.join('\n\n')}\n\n${profile}\n`,
    html: [
      ...paragraphs.map((text) => `<p>${escapeMarkup(text).replaceAll('\n', '<br>')}</p>`),
      `<p><a href="${escapeMarkup(profile)}">Your sessions and sign-ins</a></p>`,
    ].join(''),
  }
}

function whatIsNew({ newPlace, newProgram }: SignInAlert): string {
  const parts = [
    ...(newPlace === null ? [] : [`from a new country (${newPlace})`]),
    ...(newProgram === null ? [] : [`with a new browser or program (${newProgram})`]),
  ]
  return parts.join(' and ')
}

function whatToDo({ hasSignOn }: SignInAlert): string {
  return hasSignOn
    ? "tell an administrator at your firm right away, log out all other sessions on your profile, and change the password of your account at the firm's identity provider."
    : 'change your password right away, log out all other sessions on your profile, and tell an administrator at your firm.'
}
