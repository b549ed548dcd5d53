import type { SignInReason } from '@courtcrier/contract/resources/sign-in.ts'

/** What the login page says about a sign-in that didn't succeed. Nothing here says who has an account. */
export const publicSentences = {
  late: 'This sign-in was already used, took longer than ten minutes, or was started in another browser. Start again.',
  canceled: 'The sign-in was canceled, or the identity provider does not let you use Courtcrier.',
  unreachable:
    'The identity provider could not be reached. Try again shortly. Administrators can sign in with their password.',
  stale:
    'The identity provider did not have you log in again, or does not say so. Log out there and try again, or ask an administrator of your firm.',
  broken: 'Single sign-on did not succeed. The event log tells administrators of your firm why.',
  unverified:
    'The identity provider does not confirm your email address, so it cannot sign you in. Ask an administrator of your firm.',
  unknown: 'There is no user here for your account at the identity provider. Ask an administrator of your firm.',
  deactivated: 'Your user here is deactivated. Ask an administrator of your firm.',
  revoked: 'Your invitation was revoked. Ask an administrator of your firm to invite you again.',
  taken:
    'Your user here belongs to another account at the identity provider. Ask an administrator of your firm, who can change your email address here to link it again.',
} as const

type SignOnFailure = keyof typeof publicSentences

/** A user whom the provider signed in, and why they may not sign in here. */
interface RefusedUser {
  userId: string
  reason: SignInReason
}

/** Why a sign-in didn't succeed: for its person by kind, and for administrators as the message. */
export class SignOnProblem extends Error {
  override name = 'SignOnProblem'
  readonly kind: SignOnFailure
  /** Only where the provider showed who it was: anyone can enter an address. */
  refused: RefusedUser | undefined

  constructor(kind: SignOnFailure, sentence: string, cause?: unknown) {
    super(sentence, { cause })
    this.kind = kind
  }
}

/** Returns why a known user may not sign in. */
export function refusalOf(kind: SignOnFailure, sentence: string, refused: RefusedUser): SignOnProblem {
  return Object.assign(new SignOnProblem(kind, sentence), { refused })
}
