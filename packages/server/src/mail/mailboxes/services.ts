import type { Mailbox } from '@courtcrier/contract/resources/mailbox.ts'

/** Where a mail service is reached, and how one signs in there. */
interface MailService {
  /** The IMAP server, if the mailbox names no other. */
  server?: string
  tokenUrl?: (mailbox: Pick<Mailbox, 'tenantId'>) => string
  scope?: string
  /** What the mailbox must say; of the lists in it, one of each. */
  needs: readonly (keyof Mailbox)[]
}

/**
 * The services by their names in the definition. Scopes and addresses: Microsoft, "Authenticate an IMAP, POP or SMTP
 * connection using OAuth"; Google, "Using OAuth 2.0 for Server to Server Applications" and "OAuth 2.0 Mechanism" (IMAP).
 */
export const mailServices: Readonly<Record<Mailbox['service'], MailService>> = {
  MICROSOFT: {
    server: 'imaps://outlook.office365.com',
    tokenUrl: ({ tenantId }) => `https://login.microsoftonline.com/${tenantId ?? ''}/oauth2/v2.0/token`,
    scope: 'https://outlook.office365.com/.default',
    needs: ['tenantId', 'clientId'],
  },
  GOOGLE: {
    server: 'imaps://imap.gmail.com',
    tokenUrl: () => 'https://oauth2.googleapis.com/token',
    scope: 'https://mail.google.com/',
    needs: ['serviceAccountKey'],
  },
  OAUTH: { needs: ['server', 'tokenUrl', 'clientId', 'clientSecret'] },
  PASSWORD: { needs: ['server', 'password'] },
}
