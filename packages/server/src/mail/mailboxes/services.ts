import type { MailSignIn } from './sign-in.ts'

/** Where a mail service is reached, and how one signs in there. */
interface MailService {
  /** The servers, if the account names no other. */
  imapServer?: string
  smtpServer?: string
  graphServer?: string
  tokenUrl?: (account: Pick<MailSignIn, 'tenantId'>) => string
  scope?: string | ((account: Pick<MailSignIn, 'server'>) => string)
  /** What the account must say. */
  needs: readonly (keyof MailSignIn)[]
}

const graphServer = 'https://graph.microsoft.com'

const entraTokens = ({ tenantId }: Pick<MailSignIn, 'tenantId'>) =>
  `https://login.microsoftonline.com/${tenantId ?? ''}/oauth2/v2.0/token`

/**
 * The services by their names in the definition. Scopes and addresses: Microsoft, "Authenticate an IMAP, POP or SMTP
 * connection using OAuth"; Google, "Using OAuth 2.0 for Server to Server Applications" and "OAuth 2.0 Mechanism" (IMAP).
 */
export const mailServices: Readonly<Record<MailSignIn['service'], MailService>> = {
  MICROSOFT: {
    imapServer: 'imaps://outlook.office365.com',
    smtpServer: 'smtp://smtp.office365.com:587',
    tokenUrl: entraTokens,
    scope: 'https://outlook.office365.com/.default',
    needs: ['tenantId', 'clientId'],
  },
  GOOGLE: {
    imapServer: 'imaps://imap.gmail.com',
    smtpServer: 'smtps://smtp.gmail.com:465',
    tokenUrl: () => 'https://oauth2.googleapis.com/token',
    scope: 'https://mail.google.com/',
    needs: ['serviceAccountKey'],
  },
  OAUTH: { needs: ['server', 'tokenUrl', 'clientId', 'clientSecret'] },
  PASSWORD: { needs: ['server', 'password'] },
  // How a person consents is in grants/consents.ts.
  MICROSOFT_USER: {
    imapServer: 'imaps://outlook.office365.com',
    smtpServer: 'smtp://smtp.office365.com:587',
    tokenUrl: ({ tenantId }) => `https://login.microsoftonline.com/${tenantId || 'organizations'}/oauth2/v2.0/token`,
    needs: ['clientId'],
  },
  GOOGLE_USER: {
    imapServer: 'imaps://imap.gmail.com',
    smtpServer: 'smtps://smtp.gmail.com:465',
    tokenUrl: () => 'https://oauth2.googleapis.com/token',
    needs: ['clientId', 'clientSecret'],
  },
  GRAPH: {
    graphServer,
    tokenUrl: entraTokens,
    // A national cloud's tokens are for its own address (Microsoft, "National cloud deployments").
    scope: ({ server }) => `${new URL(server || graphServer).origin}/.default`,
    needs: ['tenantId', 'clientId'],
  },
}
