/** Why a message ends without notifying anyone: one sentence per rule, so that each is countable. */
export const ignoreReasons = {
  ignoredDomain: (domain: string) => `Mail from ${domain} is ignored by the firm's settings.`,
  domainNotAccepted: (domain: string) => `The firm's settings don't accept mail from ${domain}.`,
  ignoredStatus: (name: string, status: string) => `The case ${name} is ${status}, and the firm ignores such cases.`,
  ignoredCase: (numberOrName: string, court: string) =>
    `${numberOrName} in ${court} is among the firm's ignored cases.`,
  ignoredWhile: (number: string, court: string, status: string) =>
    `${number} in ${court} is ${status}, a status in which the firm ignores this case.`,
  ownMail: 'This is an email that Courtcrier sent for your firm.',
  automaticReply: (address: string) => `This is an automatic reply from ${address}, not a court notice.`,
  newsletter: (domain: string) => `This is a newsletter or list email from ${domain}, not a court notice.`,
} as const
