import { type MailboxTest, mailboxSteps } from '@courtcrier/contract/calls/mailboxes.ts'
import type { ImapFlow } from 'imapflow'
import { describeImapProblem, folderPath, isFolderMissing, makeImapClient, type ReadAccount } from '../imap-client.ts'
import { listAfter } from '../list-messages.ts'
import { folderPathsOf } from './list-imap-folders.ts'
import { MailboxProblem } from './mailbox-problem.ts'
import { noSuchFolder } from './no-such-folder.ts'
import { folderHas, type Outcome, takeSteps, wouldBeReceived } from './take-steps.ts'

/** Tries a mailbox step by step and changes nothing in it. The first step that fails ends the test. */
export async function tryMailbox(open: () => ReadAccount): Promise<MailboxTest> {
  return takeSteps(mailboxSteps, () => {
    const account = open()
    const held: { client?: ImapFlow } = {}
    return {
      describe: (error) => describeImapProblem(error, account),
      close: () => held.client?.close(),
      run: {
        token: () => tryToken(account),
        connect: async () => {
          held.client = await makeImapClient(account)
          held.client.on('error', () => undefined)
          await held.client.connect()
          return { state: 'ok', sentence: `The mail server ${account.host} accepts ${account.user}.` }
        },
        folder: async () => {
          return folderHas(account.folder, await countIn(clientIn(held), account))
        },
        messages: () => countNew(clientIn(held), account),
        doneFolder: () => lookForDone(clientIn(held), account),
      },
    }
  })
}

async function tryToken({ accessToken }: ReadAccount): Promise<Outcome> {
  if (!accessToken) return { state: 'skipped', sentence: 'Not needed: this mailbox is signed in to with a password.' }
  await accessToken()
  return { state: 'ok', sentence: 'A token was given.' }
}

/** Opens the folder, and returns how many messages it has. Throws what names the folders that are there. */
async function countIn(client: ImapFlow, { folder, user = '' }: ReadAccount): Promise<number> {
  try {
    return (await client.mailboxOpen(folderPath(folder), { readOnly: true })).exists
  } catch (cause) {
    if (!isFolderMissing(cause)) throw cause
    const sentence = noSuchFolder({ folder, address: user, names: await folderNames(client) })
    throw new MailboxProblem(sentence, { isRefusal: true, cause })
  }
}

/** The paths of the folders that have messages, with `/` between their names, as in the settings. */
async function folderNames(client: ImapFlow): Promise<readonly string[]> {
  return (await folderPathsOf(client)).map((names) => names.join('/'))
}

async function countNew(client: ImapFlow, { readFrom }: ReadAccount): Promise<Outcome> {
  const exists = client.mailbox ? client.mailbox.exists : 0
  const { listed } = await listAfter(client, { lastUid: 0, exists, from: readFrom })
  return wouldBeReceived({ count: listed.length, older: exists - listed.length, readFrom })
}

async function lookForDone(client: ImapFlow, { doneFolder }: ReadAccount): Promise<Outcome> {
  if (!doneFolder) return { state: 'skipped', sentence: 'Not needed: received messages stay in their folder.' }
  if (!client.capabilities.has('MOVE'))
    return {
      state: 'failed',
      sentence: 'The mail server cannot move messages. Leave the folder for received messages empty.',
    }
  const wanted = folderPath(doneFolder).join('/')
  if (!(await folderNames(client)).includes(wanted))
    return { state: 'ok', sentence: `The folder "${doneFolder}" will be created.` }
  return { state: 'ok', sentence: `The folder "${doneFolder}" is there.` }
}

function clientIn({ client }: { client?: ImapFlow }): ImapFlow {
  if (!client) throw new Error('the connection was not opened')
  return client
}
