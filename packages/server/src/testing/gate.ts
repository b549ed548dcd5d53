import net from 'node:net'

/** Stands before a server on a port that stays, so that the server can go away and come back, and be overheard. */
export interface Gate {
  port: number
  /** Leads to a server from now on. */
  open: (target: { port: number }) => Promise<void>
  /** Cuts every connection and refuses new ones. */
  shut: () => Promise<void>
  /**
   * At the n-th change from now on, `asked` (the server never hears of it) or `answered` (nobody hears that it was
   * done): calls `act`, and with `cut` ends that connection.
   */
  atChange: (n: number, when: Moment, act: () => 'pass' | 'cut') => Promise<void>
  /** Changes that were done and whose answer nobody heard. */
  unheard: () => number
}

export type Moment = 'asked' | 'answered'

/** Whether what a client sent completes what changes something at the server; `tail` is the end of what it sent before. */
export type IsChange = (chunk: Buffer, tail: Buffer) => boolean

/** A message of SMTP ends with a dot on a line of its own. */
export const isMessage: IsChange = (chunk, tail) =>
  Buffer.concat([tail, chunk]).subarray(-messageEnd.length).toString('latin1') === messageEnd
const messageEnd = '\r\n.\r\n'

/** The beginning of a request that writes. */
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
