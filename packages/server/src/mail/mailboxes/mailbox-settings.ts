import type { Mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { type MailSignIn, signInPlain } from './sign-in.ts'

/** What reading a mailbox takes, with its secrets in plain. */
export type MailboxSettings = MailSignIn & Pick<Mailbox, 'folder' | 'doneFolder' | 'authserv' | 'isBelieved'>

/** All but the secrets. */
export const mailboxPlain = [...signInPlain, 'folder', 'doneFolder', 'authserv', 'isBelieved'] as const
