import type { SMTPServer, SMTPServerOptions, SMTPServerSession } from 'smtp-server'
import { SmtpRefusal } from './smtp-refusal.ts'

/** Keeps one peer from exhausting shared resources, and closes connections in an orderly way. */
export interface ConnectionGuard {
  /** Passed to the server, which reports every command to it. */
  logger: NonNullable<SMTPServerOptions['logger']>
  attach: (server: SMTPServer) => void
  /** Returns why a new connection is refused. An admitted one is counted from then on. */
  admit: (session: SMTPServerSession) => SmtpRefusal | undefined
  /** Counts an unknown recipient. Returns the final answer if there were too many. */
  countUnknown: (session: SMTPServerSession) => SmtpRefusal | undefined
  /** Call it when a message begins, and the result when it has been answered. */
  begin: (session: SMTPServerSession) => (hangUp: boolean) => void
  forget: (session: SMTPServerSession) => void
  close: () => Promise<void>
}

export interface GuardLimits {
  maxConnectionsPerIp: number
  maxCommands: number
  maxUnknown: number
  messageMs: number
}

interface Peer {
  ip: string
  commands: number
  unknown: number
  isBusy: boolean
  timer: NodeJS.Timeout
}

/** The parts of smtp-server's untyped connections that are used here. */
interface Connection {
  id: string
  send: (code: number, text: string) => void
  close: () => void
}

interface State {
  limits: GuardLimits
  /** By the connection's id. */
  peers: Map<string, Peer>
  perIp: Map<string, number>
  server: SMTPServer | undefined
  isClosing: boolean
}

export function guardConnections(limits: GuardLimits): ConnectionGuard {
  const state: State = { limits, peers: new Map(), perIp: new Map(), server: undefined, isClosing: false }
  return {
    logger: commandLogger((id) => countCommand(state, id)),
    attach: (server) => {
      state.server = server
    },
    admit: (session) => admit(state, session),
    countUnknown: ({ id }) => {
      const peer = state.peers.get(id)
      const isTooMany = peer !== undefined && ++peer.unknown >= limits.maxUnknown
      return isTooMany ? new SmtpRefusal(421, '4.7.0 Too many unknown recipients.') : undefined
    },
    begin: ({ id }) => begin(state, id),
    forget: ({ id }) => forget(state, id),
    close: () => closeAll(state),
  }
}

function admit(state: State, { id, remoteAddress: ip }: SMTPServerSession): SmtpRefusal | undefined {
  const count = (state.perIp.get(ip) ?? 0) + 1
  if (count > state.limits.maxConnectionsPerIp) {
    return new SmtpRefusal(421, '4.7.0 Too many connections from this address.')
  }
  state.perIp.set(ip, count)
  state.peers.set(id, { ip, commands: 0, unknown: 0, isBusy: false, timer: startDeadline(state, id) })
  return undefined
}

function startDeadline(state: State, id: string): NodeJS.Timeout {
  const late = () => hangUp(state, id, '4.4.2 No message was received in time. Connect again.')
  return setTimeout(late, state.limits.messageMs).unref()
}

function countCommand(state: State, id: string): void {
  const peer = state.peers.get(id)
  if (peer && ++peer.commands > state.limits.maxCommands) {
    hangUp(state, id, '4.7.0 Too many commands and no message.')
  }
}

function begin(state: State, id: string): (mustHangUp: boolean) => void {
  const peer = state.peers.get(id)
  if (peer) peer.isBusy = true
  return (mustHangUp) => {
    if (peer) {
      clearTimeout(peer.timer)
      Object.assign(peer, { timer: startDeadline(state, id), isBusy: false, commands: 0 })
    }
    if (mustHangUp) findConnection(state, id)?.close()
    else if (state.isClosing) hangUp(state, id, shuttingDown)
  }
}

function forget(state: State, id: string): void {
  const peer = state.peers.get(id)
  if (!peer) return
  clearTimeout(peer.timer)
  state.peers.delete(id)
  const left = (state.perIp.get(peer.ip) ?? 1) - 1
  if (left > 0) state.perIp.set(peer.ip, left)
  else state.perIp.delete(peer.ip)
}

/** Waits for connections in the middle of a message; smtp-server ends them after its `closeTimeout`. */
async function closeAll(state: State): Promise<void> {
  state.isClosing = true
  const closed = new Promise<void>((resolve) => (state.server ? state.server.close(resolve) : resolve()))
  for (const { id } of connectionsOf(state)) {
    if (!state.peers.get(id)?.isBusy) hangUp(state, id, shuttingDown)
  }
  await closed
  for (const id of [...state.peers.keys()]) forget(state, id)
}

const shuttingDown = '4.3.2 Courtcrier is shutting down.'

/** smtp-server closes a connection after sending a 421. */
function hangUp(state: State, id: string, text: string): void {
  findConnection(state, id)?.send(421, text)
}

function findConnection(state: State, id: string): Connection | undefined {
  return connectionsOf(state).find((connection) => connection.id === id)
}

function connectionsOf({ server }: State): Connection[] {
  return [...((server?.connections ?? []) as Iterable<Connection>)]
}

/** smtp-server reports commands such as NOOP, which cost a sender nothing, only to its logger. */
function commandLogger(onCommand: (connectionId: string) => void): NonNullable<SMTPServerOptions['logger']> {
  const nothing = () => {}
  const debug = (entry: unknown) => {
    if (typeof entry !== 'object' || entry === null || Reflect.get(entry, 'tnx') !== 'command') return
    onCommand(String(Reflect.get(entry, 'cid')))
  }
  return { level: nothing, trace: nothing, debug, info: nothing, warn: nothing, error: nothing, fatal: nothing }
}
