/** Why the firm's own rules end a notice without telling anybody: one sentence a rule, so that each can be counted. */
export const ignoreReasons = {
  ignoredDomain: (domain: string) => `Mail from ${domain} is ignored by the firm's settings.`,
  domainNotAccepted: (domain: string) => `Mail from ${domain} is not among the domains that the firm accepts.`,
  ignoredStatus: (name: string, status: string) => `The case ${name} is ${status}, and the firm ignores such cases.`,
  ignoredCase: (number: string, court: string) => `${number} in ${court} is among the firm's ignored cases.`,
  ignoredWhile: (number: string, court: string, status: string) =>
    `${number} in ${court} is ${status}, and the firm ignores this case then.`,
} as const
