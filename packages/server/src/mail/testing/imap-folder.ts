export interface StoredMessage {
  uid: number
  source: string
  flags: Set<string>
}

export interface ImapFolder {
  uidValidity: number
  uidNext: number
  messages: StoredMessage[]
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
