import { type AddressInfo, createServer, type Socket } from 'node:net'
import { imapDate, readCommands } from './imap-lines.ts'

/** A small IMAP4rev1 server (RFC 3501, with IDLE and MOVE) that a test can fill, observe and disturb. */
export interface TestImapServer {
  port: number
  folders: Map<string, ImapFolder>
  /** Every command so far, such as `UID MOVE 1,2 Done`. */
  commands: string[]
  /** Puts a message into a folder and announces it, as another mail program would. */
  deliver: (folder: string, source: string, receivedAt?: Date) => number
  /** Cuts the connection once, before executing a command that begins with this. */
  dropAt: (command: string) => void
  dropAll: () => void
  /** The open connections. */
  sessions: () => number
  /** Renumbers a folder's messages, as restoring a backup does, and cuts the connections. */
  renumber: (folder: string) => void
  close: () => Promise<void>
}

interface StoredMessage {
  uid: number
  source: string
  flags: Set<string>
  receivedAt: Date
}

interface ImapFolder {
  uidValidity: number
  uidNext: number
  messages: StoredMessage[]
}

export interface TestImapOptions {
  capabilities?: readonly string[]
  user?: string
  password?: string
}

/** Starts the server with an empty INBOX. */
export async function startImapServer({
  capabilities = ['IDLE', 'MOVE', 'UIDPLUS'],
  user = 'clerk',
  password = 'secret',
}: TestImapOptions = {}): Promise<TestImapServer> {
  const folders = new Map([['INBOX', makeFolder()]])
  const sessions = new Set<Session>()
  const commands: string[] = []
  const drops: string[] = []
  const server = createServer((socket) => {
    const session: Session = { socket, folders, capabilities, user, password, selected: undefined, idleTag: undefined }
    sessions.add(session)
    socket.on('error', () => {})
    socket.on('close', () => sessions.delete(session))
    send(session, '* OK ready')
    readCommands(socket, (line) => {
      const [, command = ''] = /^\S+ (.*)$/s.exec(line) ?? []
      commands.push(command)
      const drop = drops.findIndex((start) => command.toUpperCase().startsWith(start.toUpperCase()))
      if (drop < 0) return answer(session, line)
      drops.splice(drop, 1)
      socket.destroy()
    })
  })
  const dropAll = () => {
    for (const session of sessions) session.socket.destroy()
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    folders,
    commands,
    dropAt: (command) => void drops.push(command),
    dropAll,
    sessions: () => sessions.size,
    deliver: (name, source, receivedAt) => {
      const folder = getFolder(folders, name)
      const uid = append(folder, source, receivedAt)
      for (const session of sessions) {
        if (session.selected === folder) send(session, `* ${folder.messages.length} EXISTS`)
      }
      return uid
    },
    renumber: (name) => {
      const folder = getFolder(folders, name)
      folder.uidValidity++
      for (const [index, message] of folder.messages.entries()) message.uid = index + 1
      folder.uidNext = folder.messages.length + 1
      dropAll()
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      dropAll()
      await closed
    },
  }
}

interface Session {
  socket: Socket
  folders: Map<string, ImapFolder>
  capabilities: readonly string[]
  user: string
  password: string
  selected: ImapFolder | undefined
  idleTag: string | undefined
}

type Handler = (session: Session, tag: string, rest: string) => void

const handlers: Readonly<Record<string, Handler>> = {
  CAPABILITY: (session, tag) => {
    send(session, `* CAPABILITY IMAP4rev1 ${session.capabilities.join(' ')}`)
    send(session, `${tag} OK done`)
  },
  LOGIN: (session, tag, rest) => {
    const [user, password] = words(rest)
    const isRight = user === session.user && password === session.password
    send(session, isRight ? `${tag} OK welcome` : `${tag} NO [AUTHENTICATIONFAILED] wrong user or password`)
  },
  LIST: (session, tag, rest) => {
    const [, pattern = ''] = words(rest)
    if (pattern === '') send(session, '* LIST (\\Noselect) "/" ""')
    for (const name of session.folders.keys()) {
      if (pattern === name || pattern.includes('*')) send(session, `* LIST () "/" "${name}"`)
    }
    send(session, `${tag} OK done`)
  },
  CREATE: (session, tag, rest) => {
    const [name = ''] = words(rest)
    const isNew = !session.folders.has(name)
    if (isNew) session.folders.set(name, makeFolder())
    send(session, isNew ? `${tag} OK done` : `${tag} NO [ALREADYEXISTS] it exists`)
  },
  SELECT: select,
  EXAMINE: select,
  NOOP: (session, tag) => send(session, `${tag} OK done`),
  CLOSE: (session, tag) => send(session, `${tag} OK done`),
  LOGOUT: (session, tag) => {
    send(session, '* BYE bye')
    send(session, `${tag} OK done`)
    session.socket.end()
  },
  IDLE: (session, tag) => {
    session.idleTag = tag
    send(session, '+ idling')
  },
  'UID FETCH': fetch,
  'UID STORE': (session, tag, rest) => {
    const [set = '', , flag = ''] = words(rest.replace(/[()]/g, ''))
    for (const message of listUids(session.selected, set)) message.flags.add(flag)
    send(session, `${tag} OK done`)
  },
  'UID MOVE': move,
}

function answer(session: Session, line: string): void {
  if (line.toUpperCase() === 'DONE') {
    send(session, `${session.idleTag} OK idled`)
    session.idleTag = undefined
    return
  }
  const [, tag = '*', name = '', rest = ''] = /^(\S+) ((?:UID )?\S+) ?(.*)$/is.exec(line) ?? []
  const handler = handlers[name.toUpperCase()]
  if (handler) handler(session, tag, rest)
  else send(session, `${tag} BAD unknown command`)
}

function select(session: Session, tag: string, rest: string): void {
  const folder = session.folders.get(words(rest)[0] ?? '')
  if (!folder) {
    send(session, `${tag} NO [NONEXISTENT] no such folder`)
    return
  }
  session.selected = folder
  send(session, '* FLAGS (\\Seen \\Deleted)')
  send(session, '* OK [PERMANENTFLAGS (\\Seen \\Deleted \\*)] flags')
  send(session, `* ${folder.messages.length} EXISTS`)
  send(session, `* OK [UIDVALIDITY ${folder.uidValidity}] valid`)
  send(session, `* OK [UIDNEXT ${folder.uidNext}] next`)
  send(session, `${tag} OK [READ-WRITE] selected`)
}

function fetch(session: Session, tag: string, rest: string): void {
  const [set = ''] = words(rest)
  for (const message of listUids(session.selected, set)) {
    const sequence = (session.selected?.messages.indexOf(message) ?? 0) + 1
    const size = rest.includes('RFC822.SIZE') ? ` RFC822.SIZE ${Buffer.byteLength(message.source)}` : ''
    const source = rest.includes('BODY.PEEK[]')
      ? ` BODY[] {${Buffer.byteLength(message.source)}}\r\n${message.source}`
      : ''
    const date = rest.includes('INTERNALDATE') ? ` INTERNALDATE "${imapDate(message.receivedAt)}"` : ''
    send(session, `* ${sequence} FETCH (UID ${message.uid}${size}${date}${source})`)
  }
  send(session, `${tag} OK done`)
}

function move(session: Session, tag: string, rest: string): void {
  const [set = '', target = ''] = words(rest)
  const folder = session.folders.get(target)
  if (!folder) {
    send(session, `${tag} NO [TRYCREATE] no such folder`)
    return
  }
  for (const message of listUids(session.selected, set)) {
    const messages = session.selected?.messages ?? []
    const index = messages.indexOf(message)
    messages.splice(index, 1)
    append(folder, message.source, message.receivedAt)
    send(session, `* ${index + 1} EXPUNGE`)
  }
  send(session, `${tag} OK done`)
}

/** The messages of a UID set such as `3,5:9,12:*`, in order (RFC 3501, section 9, sequence-set). */
function listUids(folder: ImapFolder | undefined, set: string): StoredMessage[] {
  const messages = folder?.messages ?? []
  const last = messages.at(-1)?.uid ?? 0
  const ranges = set.split(',').map((part) => {
    const [start = 0, end = start] = part.split(':').map((text) => (text === '*' ? last : Number(text)))
    return [Math.min(start, end), Math.max(start, end)] as const
  })
  return messages.filter(({ uid }) => ranges.some(([start, end]) => uid >= start && uid <= end))
}

function send({ socket }: Session, line: string): void {
  if (!socket.destroyed) socket.write(`${line}\r\n`)
}

/** The arguments of a command, quoted or not. */
function words(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

function makeFolder(): ImapFolder {
  return { uidValidity: 1_700_000_000, uidNext: 1, messages: [] }
}

function append(folder: ImapFolder, source: string, receivedAt = new Date()): number {
  const message: StoredMessage = { uid: folder.uidNext++, source, flags: new Set(), receivedAt }
  folder.messages.push(message)
  return message.uid
}

function getFolder(folders: Map<string, ImapFolder>, name: string): ImapFolder {
  const folder = folders.get(name)
  if (!folder) throw new Error(`the test server has no folder ${name}`)
  return folder
}
