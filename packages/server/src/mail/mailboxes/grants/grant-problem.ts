import { ResponseBodyError } from 'openid-client'
import { describeReturn, type RefusedReturn } from '../../../records/sign-ins/describe-return.ts'
import { MailboxProblem } from '../mailbox-problem.ts'
import { tokenProblem } from '../token-problem.ts'
import { consents, type DelegatedSignIn } from './consents.ts'

/** The consent has ended: no token is given until someone signs in again. */
export class GrantProblem extends MailboxProblem {
  override name = 'GrantProblem'
}

/** Says why no token was given for a person's consent, and what to do about it. */
export function grantProblem(error: unknown, asked: { settings: DelegatedSignIn; url: string }): MailboxProblem {
  if (!(error instanceof ResponseBodyError)) return tokenProblem(error, asked)
  const { error: code, error_description: said = '' } = error
  const advice = adviceOf({ code, said }, asked.settings)
  if (endings.has(code)) return new GrantProblem(advice ?? endedBy(asked.settings), { isRefusal: true, cause: error })
  if (advice !== undefined) return new MailboxProblem(advice, { isRefusal: true, cause: error })
  return tokenProblem(error, asked)
}

/** RFC 6749, section 5.2; OpenID Connect Core 1.0, section 3.1.2.6. */
const endings = new Set(['invalid_grant', 'interaction_required', 'login_required', 'consent_required'])

/** Says why a service sent the browser back without a code, and what to do about it. */
export function refusalOf(
  refused: RefusedReturn,
  { settings, redirectUri }: { settings: DelegatedSignIn; redirectUri: string },
): string {
  const { provider } = consents[settings.service]
  return adviceOf(refused, settings) ?? describeReturn(refused, { provider, redirectUri })
}

function adviceOf({ code, said }: { code: string; said: string }, { service }: DelegatedSignIn): string | undefined {
  if (service === 'GOOGLE_USER') return googleAdvice[code]
  const number = /AADSTS(\d+)/.exec(said)?.[1]
  return number === undefined ? undefined : entraAdvice[number]
}

function endedBy({ service }: DelegatedSignIn): string {
  return `${consents[service].provider} has ended this sign-in. Sign in again.`
}

const again = 'Sign in again.'
const byAdministrator =
  'An administrator of your directory must consent: in Entra, open the application under Enterprise applications, Permissions, and grant admin consent. Then sign in again.'

/** By the numbers of "Microsoft Entra authentication and authorization error codes". */
const entraAdvice: Readonly<Record<string, string>> = {
  50011:
    "Microsoft doesn't know the redirect URL. Add the one that is shown here to the application in Entra, under Authentication, platform Web.",
  50020: "The account belongs to another directory. Sign in with an account of the application's directory.",
  50034: "There is no such account in this directory. Sign in with an account of the application's directory.",
  50057: 'The account that signed in is disabled in Entra. Enable it, or sign in with another account.',
  50076: `Microsoft wants the second factor again. ${again}`,
  50078: `Microsoft wants the second factor again. ${again}`,
  50079: `The account must have a second factor at Microsoft. ${again}`,
  50158: `A Conditional Access policy wants the account to confirm more. ${again}`,
  50173: `Microsoft has ended this sign-in, because the account's password was changed or its sign-ins were revoked. ${again}`,
  50194: "The application in Entra is for one directory only. Enter that directory's (tenant) ID, and sign in again.",
  53003:
    'A Conditional Access policy blocks this sign-in. Ask the administrator of your directory to exclude the application or the account.',
  54005: `This sign-in was already used. ${again}`,
  65001: `Consent for the application is missing or was removed. ${again}`,
  65004: 'The consent was declined, so nothing was changed. Sign in again, and accept.',
  70008: `This sign-in has expired. ${again}`,
  70043: `A Conditional Access policy ends sign-ins after some time, and has ended this one. ${again}`,
  90094: byAdministrator,
  90095: byAdministrator,
  700016:
    'There is no application with this ID in the directory. Enter the application (client) ID, not the object ID, and check the directory (tenant) ID.',
  700025:
    'The application in Entra is a public client, which has no secret. Clear the client secret here, or register the redirect URL there under the platform Web.',
  700082: `Microsoft has ended this sign-in, because it wasn't used for 90 days. ${again}`,
  7000218:
    'Microsoft wants a secret of the application. Create a client secret in Entra, under Certificates & secrets, and enter its value here.',
}

const googleAdvice: Readonly<Record<string, string>> = {
  invalid_grant: `Google has ended this sign-in: access was removed, the password was changed, or the application is in testing at Google, where sign-ins end after 7 days. ${again}`,
  invalid_client:
    'Google refuses the client ID or the client secret. Enter both as the Google Cloud console shows them for the OAuth client.',
  unauthorized_client:
    "Google doesn't let this client ask for a sign-in. Create an OAuth client of the type Web application, and enter its ID and secret.",
  admin_policy_enforced:
    'Your Google Workspace administrator blocks this application. In the Admin console, under Security, API controls, App access control, trust its client ID.',
  org_internal: 'The application at Google is for another organization only. Sign in with an account of its own.',
}
