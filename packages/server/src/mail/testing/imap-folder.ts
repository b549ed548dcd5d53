/** A folder of the test server, by IMAP's numbers. */
export interface ImapFolder {
  uidValidity: number
  uidNext: number
  messages: StoredMessage[]
}

interface StoredMessage {
  uid: number
  source: string
  flags: Set<string>
  receivedAt: Date
}

export function makeFolder(): ImapFolder {
  return { uidValidity: 1_700_000_000, uidNext: 1, messages: [] }
}

export function append(folder: ImapFolder, source: string, receivedAt = new Date()): number {
  const message: StoredMessage = { uid: folder.uidNext++, source, flags: new Set(), receivedAt }
  folder.messages.push(message)
  return message.uid
}

export function getFolder(folders: Map<string, ImapFolder>, name: string): ImapFolder {
  const folder = folders.get(name)
  if (!folder) throw new Error(`the test server has no folder ${name}`)
  return folder
}

/** The messages of a UID set such as `3,5:9,12:*`, in order (RFC 3501, section 9, sequence-set). */
export function listUids(folder: ImapFolder | undefined, set: string): StoredMessage[] {
  const messages = folder?.messages ?? []
  const last = messages.at(-1)?.uid ?? 0
  const ranges = set.split(',').map((part) => {
    const [start = 0, end = start] = part.split(':').map((text) => (text === '*' ? last : Number(text)))
    return [Math.min(start, end), Math.max(start, end)] as const
  })
  return messages.filter(({ uid }) => ranges.some(([start, end]) => uid >= start && uid <= end))
}
