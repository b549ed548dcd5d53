import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface Receiver {
  port: number
  messages: Buffer[]
  stop(): Promise<void>
}

interface ReceiverOptions {
  port?: number
  /**
   * Returns the reply to the n-th message (from 1): an SMTP code, 250 when absent. `hang up` closes without a reply.
   */
  answer?: (n: number) => number | 'hang up'
}

/** Starts a mail server that stores what it accepts. */
export async function startReceiver({ port = 0, answer = () => 250 }: ReceiverOptions = {}): Promise<Receiver> {
  const messages: Buffer[] = []
  let seen = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const code = answer(++seen)
        if (code === 'hang up') return closeConnection(server, session.id)
        if (code !== 250) return callback(Object.assign(new Error('Not now'), { responseCode: code }))
        messages.push(Buffer.concat(chunks))
        callback()
      })
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
  return {
    port: (server.server.address() as AddressInfo).port,
    messages,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Closes one connection without a reply, for which smtp-server has no public API. */
function closeConnection(server: SMTPServer, id: string): void {
  for (const connection of server.connections) {
    if (connection.id === id) connection._socket.destroy()
  }
}
