import { type AddressInfo, createServer, type Socket } from 'node:net'
import { readToken } from '../../testing/read-token.ts'
import type { TokenServer } from '../../testing/token-server.ts'
import { append, getFolder, type ImapFolder, listUids, makeFolder } from './imap-folder.ts'
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
  /** Ends all connections with a reason, as servers do when a token has ended. */
  sayBye: (reason: string) => void
  /** The open connections. */
  sessions: () => number
  /** Renumbers a folder's messages, as restoring a backup does, and cuts the connections. */
  renumber: (folder: string) => void
  close: () => Promise<void>
}

export interface TestImapOptions {
  capabilities?: readonly string[]
  user?: string
  password?: string
  /** Between the names of a path; `/` unless said otherwise. */
  separator?: string
  /** Listed folders that hold only others. */
  unselectable?: readonly string[]
  /** Whose tokens are signed in with; without it, the password is. */
  tokens?: Pick<TokenServer, 'introspectionUrl'>
}

/** Starts the server with an empty INBOX. */
export async function startImapServer(options: TestImapOptions = {}): Promise<TestImapServer> {
  const folders = new Map([['INBOX', makeFolder()]])
  const sessions = new Set<Session>()
  const commands: string[] = []
  const drops: string[] = []
  const server = createServer((socket) => {
    const session: Session = { ...usual, ...options, socket, folders, selected: undefined, idleTag: undefined }
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
    sayBye: (reason) => {
      for (const session of sessions) {
        send(session, `* BYE ${reason}`)
        session.socket.end()
      }
    },
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

const usual = {
  capabilities: ['IDLE', 'MOVE', 'UIDPLUS'],
  ...{ user: 'clerk', password: 'secret', separator: '/', unselectable: [] as readonly string[] },
}

interface Session extends Required<Omit<TestImapOptions, 'tokens'>>, Pick<TestImapOptions, 'tokens'> {
  socket: Socket
  folders: Map<string, ImapFolder>
  selected: ImapFolder | undefined
  idleTag: string | undefined
}

type Handler = (session: Session, tag: string, rest: string) => void

const handlers: Readonly<Record<string, Handler>> = {
  CAPABILITY: (session, tag) => {
    const byToken = session.tokens ? ['SASL-IR', 'AUTH=XOAUTH2'] : []
    send(session, `* CAPABILITY IMAP4rev1 ${[...session.capabilities, ...byToken].join(' ')}`)
    send(session, `${tag} OK done`)
  },
  LOGIN: (session, tag, rest) => {
    const [user, password] = words(rest)
    const isRight = user === session.user && password === session.password
    send(session, isRight ? `${tag} OK welcome` : `${tag} NO [AUTHENTICATIONFAILED] wrong user or password`)
  },
  AUTHENTICATE: (session, tag, rest) => void authenticate(session, tag, rest),
  LIST: list,
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

/** Signs in by `XOAUTH2`, in one line; a refusal has no further conversation, as at Exchange. */
async function authenticate(session: Session, tag: string, rest: string): Promise<void> {
  const said = Buffer.from(words(rest)[1] ?? '', 'base64').toString()
  const [user, proof = ''] = said.split('\u0001')
  const token = proof.replace('auth=Bearer ', '')
  const { active, username } = session.tokens ? await readToken(session.tokens, token) : { active: false }
  const isRight = active && user === `user=${session.user}` && username === session.user
  send(session, isRight ? `${tag} OK AUTHENTICATE completed.` : `${tag} NO AUTHENTICATE failed.`)
}

function list(session: Session, tag: string, rest: string): void {
  const [, pattern = ''] = words(rest)
  const { folders, unselectable, separator } = session
  const say = (name: string, flags = '') => send(session, `* LIST (${flags}) "${separator}" "${name}"`)
  if (pattern === '') say('', '\\Noselect')
  const isAsked = (name: string) => pattern === name || pattern.includes('*')
  for (const name of unselectable.filter(isAsked)) say(name, '\\Noselect')
  for (const name of [...folders.keys()].filter(isAsked)) say(name)
  send(session, `${tag} OK done`)
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

function send({ socket }: Session, line: string): void {
  if (!socket.destroyed) socket.write(`${line}\r\n`)
}

/** The arguments of a command, quoted or not. */
function words(text: string): string[] {
  return [...text.matchAll(/"((?:[^"\\]|\\.)*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}
