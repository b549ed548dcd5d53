interface Refused {
  user?: string | undefined
  from?: string | undefined
  /** Whether it was signed in to by a token. */
  hasToken: boolean
  /** Whether the token is a person's, not an application's. */
  isOfPerson: boolean
}

/**
 * Returns what to do about a server's refusal of an account, by the codes of Exchange Online ("Fix issues with printers,
 * scanners, and LOB applications that send email using Microsoft 365"); undefined for any other answer.
 */
export function accountAdvice(
  response: string,
  { user = 'the account', from = user, hasToken, isOfPerson }: Refused,
): string | undefined {
  if (/\b5\.7\.139\b/.test(response)) {
    return /SmtpClientAuthentication is disabled for the Tenant/i.test(response)
      ? `Microsoft refuses ${user}, because SMTP AUTH is turned off for your organization. Turn it on for this mailbox: Set-CASMailbox -Identity ${user} -SmtpClientAuthenticationDisabled $false.`
      : `Microsoft refuses to let ${user} sign in. Turn on authenticated SMTP for this mailbox (Set-CASMailbox -Identity ${user} -SmtpClientAuthenticationDisabled $false), and check that neither security defaults nor an authentication policy blocks it.`
  }
  if (isOfPerson && /\b5\.2\.252\b|\b5\.7\.60\b|SendAsDenied/i.test(response))
    return `Microsoft doesn't let the account that signed in send as ${from}. Allow it: Add-RecipientPermission -Identity ${from} -Trustee ACCOUNT -AccessRights SendAs.`
  if (/\b5\.2\.252\b|\b5\.7\.60\b|SendAsDenied/i.test(response))
    return `Microsoft doesn't let ${user} send as ${from}. Let the application send as this mailbox: Add-RecipientPermission -Identity ${from} -Trustee OBJECT_ID -AccessRights SendAs, with the object ID of the enterprise application.`
  if (isOfPerson && /^535\b.*\b5\.7\.3\b/.test(response))
    return `A token was given, but the mail server doesn't let the account that signed in send by ${user}. Sign in with the mailbox's own account or one with full access to it.`
  if (hasToken && /^535\b.*\b5\.7\.3\b/.test(response))
    return `A token was given, but the mail server doesn't let the application send by ${user}. With Microsoft 365: grant it SMTP.SendAsApp, run New-ServicePrincipal with the object ID of the enterprise application (not of the app registration), then Add-MailboxPermission for the mailbox.`
  return undefined
}
