import MailComposer from 'nodemailer/lib/mail-composer'

/** The mail that ends the test of a sending account. */
export interface TestMail {
  from: { name: string; address: string }
  /** The person who tests, and no one else. */
  to: { name: string; address: string }
  /** By which it is recognized if the person reads a mailbox that Courtcrier reads, too. */
  messageId: string
}

const text =
  'Courtcrier sent this email to test the sending account of your firm. Notifications are sent the same way.\n'

/** Returns the test mail as it is sent. */
export function composeTestMail({ from, to, messageId }: TestMail): Promise<Buffer> {
  const headers = { 'Auto-Submitted': 'auto-generated' }
  return new MailComposer({ from, to, messageId, subject: 'Test of the sending account', text, headers })
    .compile()
    .build()
}
