import { randomUUID } from 'node:crypto'

/** A message of the stand-in for Microsoft Graph. */
export interface GraphMessage {
  id: string
  folderId: string
  mime: Buffer
  receivedDateTime: string
  isRead: boolean
  isDraft: boolean
  internetMessageId: string
  attachments: { name: string; bytes: Buffer }[]
  /** When it was last changed, as a number that only grows. */
  changed: number
}

interface GraphFolder {
  id: string
  displayName: string
  parentId: string | undefined
}

/** What one mailbox has: folders, messages, and what left which folder when. */
export function openGraphMailbox() {
  const folders: GraphFolder[] = ['Inbox', 'Drafts', 'Sent Items', 'Archive'].map((displayName) => ({
    ...{ id: `id-of-${displayName.toLowerCase().replace(' ', '')}`, displayName, parentId: undefined },
  }))
  const messages: GraphMessage[] = []
  const removed: { folderId: string; id: string; changed: number }[] = []
  let clock = 0
  const tick = () => {
    clock += 1
    return clock
  }
  const add = (folderId: string, mime: Buffer, more: Partial<GraphMessage> = {}): GraphMessage => {
    const message: GraphMessage = {
      ...{ id: `AAk${randomUUID()}=`, folderId, mime, isRead: false, isDraft: false, attachments: [] },
      receivedDateTime: new Date().toISOString(),
      internetMessageId: headerOf(mime, 'Message-ID'),
      changed: tick(),
      ...more,
    }
    messages.push(message)
    return message
  }
  return {
    folders,
    messages,
    add,
    addFolder: (displayName: string, parentId?: string) => {
      const folder: GraphFolder = { id: `id-${folders.length}-${displayName}`, displayName, parentId }
      folders.push(folder)
      return folder
    },
    find: (id: string) => messages.find((message) => message.id === id),
    change: (message: GraphMessage, set: Partial<GraphMessage>) => Object.assign(message, set, { changed: tick() }),
    move: (message: GraphMessage, folderId: string) => {
      removed.push({ folderId: message.folderId, id: message.id, changed: tick() })
      Object.assign(message, { folderId, changed: tick() })
    },
    remove: (message: GraphMessage) => {
      removed.push({ folderId: message.folderId, id: message.id, changed: tick() })
      messages.splice(messages.indexOf(message), 1)
    },
    /** What changed in a folder after one moment and until another, in order. */
    changes: (folderId: string, from: number, until: number) =>
      [
        ...messages.filter((each) => each.folderId === folderId),
        ...(from === 0 ? [] : removed.filter((each) => each.folderId === folderId)),
      ]
        .filter(({ changed }) => changed > from && changed <= until)
        .sort((one, other) => one.changed - other.changed),
    now: () => clock,
  }
}

export type GraphMailbox = ReturnType<typeof openGraphMailbox>

/** The value of a header, unfolded; '' if there is none. */
export function headerOf(mime: Buffer, name: string): string {
  const head = mime.toString('latin1').split(/\r?\n\r?\n/)[0] ?? ''
  const found = new RegExp(`^${name}:((?:.*)(?:\\r?\\n[ \\t].*)*)`, 'im').exec(head)
  return (found?.[1] ?? '').replace(/\r?\n[ \t]+/g, ' ').trim()
}
