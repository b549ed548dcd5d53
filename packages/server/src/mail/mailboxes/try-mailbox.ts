import { type MailboxStep, type MailboxTest, mailboxSteps } from '@courtcrier/contract/calls/mailboxes.ts'
import type { ImapFlow } from 'imapflow'
import { describeImapProblem, folderPath, makeImapClient, type ReadAccount } from '../imap-client.ts'
import { listAfter } from '../list-messages.ts'
import { MailboxProblem } from './mailbox-problem.ts'

type Outcome = Pick<MailboxStep, 'state' | 'sentence'>

/** Tries a mailbox step by step and changes nothing in it. The first step that fails ends the test. */
export async function tryMailbox(open: () => ReadAccount): Promise<MailboxTest> {
  const steps = await takeSteps(open)
  const failed = steps.find(({ state }) => state === 'failed')
  return { ok: !failed, steps, sentence: failed?.sentence ?? 'Every step succeeded.' }
}

async function takeSteps(open: () => ReadAccount): Promise<MailboxStep[]> {
  try {
    return await stepsOf(open())
  } catch (error) {
    if (!(error instanceof MailboxProblem)) throw error
    const failed: Outcome = { state: 'failed', sentence: error.message }
    return mailboxSteps.map((step, index) => ({ step, ...(index === 0 ? failed : notTried) }))
  }
}

async function stepsOf(account: ReadAccount): Promise<MailboxStep[]> {
  const held: { client?: ImapFlow } = {}
  const run: Record<MailboxStep['step'], () => Promise<Outcome>> = {
    token: () => tryToken(account),
    connect: async () => {
      held.client = await makeImapClient(account)
      held.client.on('error', () => undefined)
      await held.client.connect()
      return { state: 'ok', sentence: `The mail server ${account.host} accepts ${account.user}.` }
    },
    folder: async () => {
      const { exists } = await clientIn(held).mailboxOpen(folderPath(account.folder), { readOnly: true })
      return { state: 'ok', sentence: `The folder "${account.folder}" has ${exists} messages.` }
    },
    messages: () => countNew(clientIn(held), account),
    doneFolder: () => lookForDone(clientIn(held), account),
  }
  const steps: MailboxStep[] = []
  try {
    for (const step of mailboxSteps) {
      const hasFailed = steps.some(({ state }) => state === 'failed')
      steps.push({ step, ...(hasFailed ? notTried : await outcomeOf(run[step], account)) })
    }
    return steps
  } finally {
    held.client?.close()
  }
}

const notTried: Outcome = { state: 'skipped', sentence: 'Not tried, because an earlier step failed.' }

async function outcomeOf(run: () => Promise<Outcome>, account: ReadAccount): Promise<Outcome> {
  try {
    return await run()
  } catch (error) {
    return { state: 'failed', sentence: describeImapProblem(error, account) }
  }
}

async function tryToken({ accessToken }: ReadAccount): Promise<Outcome> {
  if (!accessToken) return { state: 'skipped', sentence: 'Not needed: this mailbox is signed in to with a password.' }
  await accessToken()
  return { state: 'ok', sentence: 'A token was given.' }
}

async function countNew(client: ImapFlow, { readFrom }: ReadAccount): Promise<Outcome> {
  const exists = client.mailbox ? client.mailbox.exists : 0
  const { listed } = await listAfter(client, { lastUid: 0, exists, from: readFrom })
  const since = (readFrom ?? new Date(0)).toISOString().slice(0, 16).replace('T', ' ')
  return {
    state: 'ok',
    sentence: `${listed.length} messages since ${since} UTC would be received, and ${exists - listed.length} older ones left as they are.`,
  }
}

async function lookForDone(client: ImapFlow, { doneFolder }: ReadAccount): Promise<Outcome> {
  if (!doneFolder) return { state: 'skipped', sentence: 'Not needed: received messages stay in their folder.' }
  if (!client.capabilities.has('MOVE'))
    return {
      state: 'failed',
      sentence: 'The mail server cannot move messages. Leave the folder for received messages empty.',
    }
  const wanted = folderPath(doneFolder).join('/')
  const folders = await client.list()
  const isThere = folders.some(({ path, delimiter }) => path.split(delimiter).join('/') === wanted)
  if (!isThere) return { state: 'ok', sentence: `The folder "${doneFolder}" will be created.` }
  return { state: 'ok', sentence: `The folder "${doneFolder}" is there.` }
}

function clientIn({ client }: { client?: ImapFlow }): ImapFlow {
  if (!client) throw new Error('the connection was not opened')
  return client
}
