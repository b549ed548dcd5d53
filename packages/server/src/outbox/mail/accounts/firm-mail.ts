import type { LinkState } from '@courtcrier/lib/link.ts'
import { makeOwnMessageId } from '../../../mail/own-message-id.ts'
import { openMailThread } from '../mail-thread.ts'
import type { OutgoingMail } from '../outgoing-mail.ts'
import { keepAccounts, type SendingAccounts } from './keep-accounts.ts'
import type { AccountServices, SendingAccount } from './open-account.ts'

/** All that emails are sent through: the installation's mail server, and the sending accounts of firms. */
export interface FirmMail extends OutgoingMail {
  /** How the mail server does, and each account. */
  states: () => readonly LinkState[]
}

/**
 * Sends the emails of each firm by its own account, if it has one in use, and those of all others by the installation's
 * mail server. If an account fails, its emails wait: none goes out by another one.
 */
export function openFirmMail(services: AccountServices, own: OutgoingMail): FirmMail {
  const thread = openMailThread(services.log)
  const accounts = keepAccounts(services, thread)
  return {
    ...own,
    putOff: (to, sender) => (accounts.known(sender.firmId) ?? own).putOff(to, sender),
    send: async (mail, sender = {}) => {
      const account = sender.firmId === undefined ? undefined : await accounts.find(sender.firmId)
      return (account ?? own).send(mail, sender)
    },
    sendSystemMail: async (mail) => {
      const account = await accountFor(mail, { accounts, hasOwn: services.config.outgoing !== undefined })
      const recognizable = withOwnId(mail, services)
      return account ? sendBy(account, recognizable) : own.sendSystemMail(recognizable)
    },
    states: () => [own.state() ?? [], accounts.states()].flat(),
    close: async () => {
      await accounts.close()
      await thread.close()
      await own.close()
    },
  }
}

type SystemMail = Parameters<OutgoingMail['sendSystemMail']>[0]

/** An email may be to a mailbox that Courtcrier reads, such as the docket's. */
function withOwnId(mail: SystemMail, { secrets, config: { publicUrl } }: AccountServices): SystemMail {
  const { firmId } = mail
  return firmId === undefined ? mail : { ...mail, messageId: makeOwnMessageId(secrets, { firmId, publicUrl }) }
}

/** Password links and invitations are Courtcrier's own, so that a failing account locks no one out. */
async function accountFor(
  { firmId, isOfFirm }: SystemMail,
  { accounts, hasOwn }: { accounts: SendingAccounts; hasOwn: boolean },
): Promise<SendingAccount | undefined> {
  if (firmId === undefined || (hasOwn && !isOfFirm)) return undefined
  return accounts.find(firmId)
}

async function sendBy(account: SendingAccount, { to, subject, text, html, messageId, firmId }: SystemMail) {
  const result = await account.send(
    {
      // Replaced by the account's own.
      from: { name: 'Courtcrier', address: '' },
      to: { name: '', address: to },
      headers: { 'Auto-Submitted': 'auto-generated' },
      ...{ subject, text, ...(html === undefined ? {} : { html }), ...(messageId === undefined ? {} : { messageId }) },
    },
    firmId === undefined ? {} : { firmId },
  )
  return 'later' in result ? { retry: result.later } : result
}
