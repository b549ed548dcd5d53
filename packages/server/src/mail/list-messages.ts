import type { ImapFlow } from 'imapflow'

/** A message in a folder, by its number there. */
export interface Listed {
  uid: number
  size: number
  /** When the mail server received it; undefined if it doesn't say. */
  receivedAt: Date | undefined
}

interface Listing {
  /** In order of UID, without those received before `from`. */
  listed: Listed[]
  /** The highest UID there is, also of a message that isn't listed. */
  highest: number
}

interface ListedAfter {
  lastUid: number
  exists: number
  from?: Date | undefined
}

/** Lists the messages after a UID. The server's folder is open. */
export async function listAfter(client: ImapFlow, { lastUid, exists, from }: ListedAfter): Promise<Listing> {
  const listed: Listed[] = []
  let highest = lastUid
  if (exists === 0) return { listed, highest }
  const wanted = { uid: true, size: true, internalDate: true }
  for await (const { uid, size = 0, internalDate } of client.fetch(`${lastUid + 1}:*`, wanted, { uid: true })) {
    highest = Math.max(highest, uid)
    // A range ending in `*` includes the last message even if it is older than the start (RFC 3501, section 6.4.8).
    const receivedAt = internalDate === undefined ? undefined : new Date(internalDate)
    if (uid > lastUid && !isBefore(receivedAt, from)) listed.push({ uid, size, receivedAt })
  }
  return { listed: listed.sort((one, other) => one.uid - other.uid), highest }
}

/** Without a date the message counts as new: nothing may be lost. */
function isBefore(date: Date | undefined, from: Date | undefined): boolean {
  // The date has no fractions of a second.
  return from !== undefined && date !== undefined && date.getTime() < Math.floor(from.getTime() / 1000) * 1000
}
