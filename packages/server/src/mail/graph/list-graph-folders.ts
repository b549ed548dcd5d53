import { type FolderSource, mostFolders, type NamedFolders } from '../mailboxes/list-folders.ts'
import { MailboxProblem } from '../mailboxes/mailbox-problem.ts'
import type { GraphClient } from './graph-client.ts'
import { childFoldersOf, findKnown, type ListedFolder, topFolders } from './graph-folder.ts'
import { describeGraphProblem } from './graph-reader.ts'

/** Returns how the folders of a mailbox are read by Microsoft Graph. */
export function graphFolders(client: GraphClient): FolderSource {
  let isClosed = false
  const ask: GraphClient['ask'] = async (request) => {
    if (!isClosed) return client.ask(request)
    throw new MailboxProblem('The folders are no longer waited for.', { isRefusal: false })
  }
  return {
    describe: describeGraphProblem,
    list: (isLate) => walkDown({ ...client, ask }, isLate),
    close: () => {
      isClosed = true
    },
  }
}

/** How many folders are asked for those within them. */
const mostAsked = 100

/** Level by level, so that of too many folders those at the top are known. */
async function walkDown(client: GraphClient, isLate: () => boolean): Promise<NamedFolders> {
  const inbox = await findKnown(client, 'inbox')
  // Its name differs by language; INBOX is the inbox in all of them.
  const nameOf = ({ id, displayName }: ListedFolder) => (id === inbox?.id ? 'INBOX' : displayName)
  const found: { folder: ListedFolder; names: readonly string[] }[] = []
  const add = (folders: readonly ListedFolder[], above: readonly string[]) =>
    found.push(...folders.map((folder) => ({ folder, names: [...above, nameOf(folder)] })))
  add(await topFolders(client), [])
  let asked = 0
  let hasMore = false
  for (const { folder, names } of found) {
    // Within a folder whose name no path can have, none can be chosen.
    if (folder.childFolderCount === 0 || names.at(-1)?.includes('/')) continue
    hasMore = asked >= mostAsked || found.length > mostFolders || isLate()
    if (hasMore) break
    asked += 1
    add(await childFoldersOf(client, folder.id), names)
  }
  return { paths: found.map(({ names }) => names), hasMore }
}
