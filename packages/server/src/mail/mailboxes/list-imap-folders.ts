import type { ImapFlow } from 'imapflow'
import { describeImapProblem, makeImapClient, type ReadAccount } from '../imap-client.ts'
import type { FolderSource } from './list-folders.ts'
import { MailboxProblem } from './mailbox-problem.ts'

/** Returns how the folders of an account are read by IMAP. */
export function imapFolders(account: ReadAccount): FolderSource {
  let isClosed = false
  let client: ImapFlow | undefined
  return {
    describe: (error) => describeImapProblem(error, account),
    close: () => {
      isClosed = true
      client?.close()
    },
    list: async () => {
      client = await makeImapClient(account)
      client.on('error', () => undefined)
      // The token may have taken longer than anyone waited.
      if (isClosed) return { paths: [], hasMore: true }
      return { paths: await withinBytes(client, account, folderPathsOf), hasMore: false }
    },
  }
}

/** Returns the names of each folder that has messages. */
export async function folderPathsOf(client: ImapFlow): Promise<readonly (readonly string[])[]> {
  const folders = (await client.list()).filter(({ flags }) => !flags.has('\\Noselect'))
  // A server without a separator has no folders within others (RFC 3501, section 7.2.2).
  return folders.map(({ path, delimiter }) => (delimiter ? path.split(delimiter) : [path]))
}

/** Thousands of folders with the longest names that are accepted have fewer, in bytes. */
const mostBytes = 4_000_000

const lookMs = 50

/** Connects and lists; a server that goes on sending is cut off, because all of it would be in memory. */
async function withinBytes<T>(
  client: ImapFlow,
  { host }: ReadAccount,
  list: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const { promise: tooMuch, reject } = Promise.withResolvers<never>()
  const watch = setInterval(() => {
    if (client.stats().received <= mostBytes) return
    const sentence = `The mail server ${host} lists more folders than can be shown. Enter the path of the folder.`
    reject(new MailboxProblem(sentence, { isRefusal: false }))
    client.close()
  }, lookMs)
  try {
    const listed = async () => {
      await client.connect()
      return list(client)
    }
    return await Promise.race([listed(), tooMuch])
  } finally {
    clearInterval(watch)
  }
}
