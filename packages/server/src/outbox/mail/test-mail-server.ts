import { type AddressInfo, createServer, type Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface CaughtMail {
  from: string
  to: string[]
  raw: Buffer
}

export interface MailCatcher {
  /** For COURTCRIER_SMTP_OUT. */
  url: string
  port: number
  caught: CaughtMail[]
  parsed: () => Promise<Email[]>
  /** Ends all connections, as servers do with idle ones. */
  disconnect: () => void
  close: () => Promise<void>
}

/** An SMTP server that records what it receives; `options` can make it refuse. For tests. */
export async function openMailCatcher(options: SMTPServerOptions = {}, at = 0): Promise<MailCatcher> {
  const caught: CaughtMail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    // Otherwise a test that ends before its client waits half a minute.
    closeTimeout: 500,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded)
          return done(Object.assign(new Error('Message exceeds fixed maximum size'), { responseCode: 552 }))
        const { mailFrom, rcptTo } = session.envelope
        caught.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map((recipient) => recipient.address),
          raw: Buffer.concat(chunks),
        })
        done()
      })
    },
    ...options,
  })
  // Some tests are about clients that disconnect early.
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    port,
    caught,
    parsed: () => Promise.all(caught.map(({ raw }) => PostalMime.parse(raw))),
    disconnect: () => {
      for (const connection of server.connections) connection.close()
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** An error that makes the server reply with this code. */
export function smtpRefusal(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode })
}

/** The reply of a line-based server; `drop` ends the connection. */
type LineAnswer = (line: string, reply: (text: string) => void, socket: Socket) => 'drop' | undefined

/** A line-based mail server for behavior that a proper one never shows. For tests. */
export async function openLineServer(answer: LineAnswer): Promise<{ port: number; close: () => Promise<unknown> }> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.write('220 fake\r\n')
    let rest = ''
    let isData = false
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (isData && line !== '.') continue
        if (answer(line, (text) => socket.write(`${text}\r\n`), socket) === 'drop') return socket.destroy()
        isData = line === 'DATA'
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Begins a reply that comes byte by byte and never ends. For tests. */
export function dripReply(socket: Socket, everyMs = 20): void {
  const begun = [...'250-']
  const timer = setInterval(() => socket.write(begun.shift() ?? '.'), everyMs)
  socket.once('close', () => clearInterval(timer))
}

/** Makes the socket's reader take one piece of what the client sends, and the next a little later. For tests. */
export function readSlowly(socket: Socket, everyMs = 20): void {
  socket.on('data', () => socket.pause())
  const timer = setInterval(() => socket.resume(), everyMs)
  socket.once('close', () => clearInterval(timer))
}
