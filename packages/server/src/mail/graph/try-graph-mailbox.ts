import { type MailboxTest, mailboxSteps } from '@courtcrier/contract/calls/mailboxes.ts'
import * as z from 'zod/mini'
import { folderHas, type Outcome, takeSteps, wouldBeReceived } from '../mailboxes/take-steps.ts'
import type { GraphAccount } from './graph-account.ts'
import { findFolder, type GraphFolder, ids, mailFolderPath, NoSuchFolder } from './graph-folder.ts'
import { describeGraphProblem } from './graph-reader.ts'
import { readAs } from './read-as.ts'

/** Tries a mailbox by Microsoft Graph step by step and changes nothing in it. The first step that fails ends the test. */
export async function tryGraphMailbox(open: () => GraphAccount): Promise<MailboxTest> {
  return takeSteps(mailboxSteps, () => {
    const account = open()
    const { client } = account
    let folder: GraphFolder = { id: '', messages: 0 }
    return {
      describe: describeGraphProblem,
      run: {
        token: async () => {
          await account.tryToken()
          return { state: 'ok', sentence: 'A token was given.' }
        },
        connect: async () => {
          await client.ask({ at: '/mailFolders?$top=1&$select=id', headers: ids })
          return { state: 'ok', sentence: `${client.host} lets the application read the mailbox of ${client.address}.` }
        },
        folder: async () => {
          folder = await findFolder(client, account.folder)
          return folderHas(account.folder, folder.messages)
        },
        messages: () => countNew(account, folder),
        doneFolder: () => lookForDone(account),
      },
    }
  })
}

const countForm = z.object({ '@odata.count': z.number() })

async function countNew({ client, readFrom }: GraphAccount, { id, messages }: GraphFolder): Promise<Outcome> {
  const filter = encodeURIComponent(['receivedDateTime', 'ge', `${readFrom.toISOString().slice(0, 19)}Z`].join(' '))
  const at = `${mailFolderPath(id)}/messages?$count=true&$top=1&$select=id&$filter=${filter}`
  const { '@odata.count': count } = readAs(countForm, await client.ask({ at, headers: ids }))
  return wouldBeReceived({ count, older: Math.max(0, messages - count), readFrom })
}

async function lookForDone({ client, doneFolder }: GraphAccount): Promise<Outcome> {
  if (!doneFolder) return { state: 'skipped', sentence: 'Not needed: received messages stay in their folder.' }
  try {
    await findFolder(client, doneFolder)
    return { state: 'ok', sentence: `The folder "${doneFolder}" is there.` }
  } catch (error) {
    if (!(error instanceof NoSuchFolder)) throw error
    return { state: 'ok', sentence: `The folder "${doneFolder}" will be created.` }
  }
}
