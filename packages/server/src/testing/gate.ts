import net from 'node:net'

/**
 * A proxy in front of a server, on a fixed port, so that the server can go away and come back, and its traffic can be
 * watched.
 */
export interface Gate {
  port: number
  /** Forwards connections to this server from now on. */
  open: (target: { port: number }) => Promise<void>
  /** Cuts every connection and refuses new ones. */
  shut: () => Promise<void>
  /**
   * Calls `act` at the n-th change from now on: `asked`, before it reaches the server, or `answered`, after it was made
   * but before the client learns of it. If `act` returns `cut`, that connection ends.
   */
  atChange: (n: number, when: Moment, act: () => 'pass' | 'cut') => Promise<void>
  /** Returns the number of changes that were made but whose response was lost. */
  unheard: () => number
}

export type Moment = 'asked' | 'answered'

/**
 * Returns whether the bytes a client sent complete a change on the server; `tail` is the end of what it sent before
 * them.
 */
export type IsChange = (chunk: Buffer, tail: Buffer) => boolean

/** An SMTP message ends with a dot on a line by itself. */
export const isMessage: IsChange = (chunk, tail) =>
  Buffer.concat([tail, chunk]).subarray(-messageEnd.length).toString('latin1') === messageEnd
const messageEnd = '\r\n.\r\n'

/** Matches the beginning of a write request. */
export const isWrite: IsChange = (chunk) => chunk.subarray(0, 4).toString('latin1') === 'PUT '

interface Trap {
  left: number
  when: Moment
  act: () => 'pass' | 'cut'
  sprung: () => void
}

export async function makeGate(port: number, isChange: IsChange): Promise<Gate> {
  const traps = new Set<Trap>()
  const sockets = new Set<net.Socket>()
  let target = 0
  let unheard = 0
  const at = (when: Moment): 'pass' | 'cut' => {
    let verdict: 'pass' | 'cut' = 'pass'
    for (const trap of traps) {
      if (trap.when !== when || --trap.left > 0) continue
      traps.delete(trap)
      if (trap.act() === 'cut') verdict = 'cut'
      trap.sprung()
    }
    return verdict
  }
  const connect = (client: net.Socket) => {
    const upstream = net.connect({ port: target, host: '127.0.0.1', noDelay: true })
    const end = () => {
      client.destroy()
      upstream.destroy()
    }
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', end).on('close', () => {
        sockets.delete(socket)
        end()
      })
    }
    let tail: Buffer = Buffer.alloc(0)
    let isAwaited = false
    client.on('data', (chunk: Buffer) => {
      const isNow = isChange(chunk, tail)
      tail = Buffer.from(Buffer.concat([tail, chunk]).subarray(-8))
      if (isNow && at('asked') === 'cut') return end()
      isAwaited ||= isNow
      upstream.write(chunk)
    })
    upstream.on('data', (chunk: Buffer) => {
      const isAnswer = isAwaited && /^(?:250|HTTP\/1\.1 2)/.test(chunk.subarray(0, 10).toString('latin1'))
      isAwaited = false
      if (isAnswer && at('answered') === 'cut') {
        unheard++
        return end()
      }
      client.write(chunk)
    })
  }
  let server: net.Server | undefined
  const shut = async () => {
    for (const socket of sockets) socket.destroy()
    const closing = server
    server = undefined
    if (closing) await new Promise((resolve) => closing.close(resolve))
  }
  return {
    port,
    async open(to) {
      target = to.port
      const opened = net.createServer({ noDelay: true }, connect)
      server = opened
      await new Promise<void>((resolve, reject) => opened.once('error', reject).listen(port, '127.0.0.1', resolve))
    },
    shut,
    atChange: (n, when, act) => new Promise((sprung) => traps.add({ left: n, when, act, sprung })),
    unheard: () => unheard,
  }
}
