import SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { OutgoingNotice } from '../notice/message.ts'

export interface SmtpTarget {
  host: string
  port: number
  /** TLS from the first byte. */
  secure?: boolean
}

/**
 * The receiving server's reply to one message. `lost`: the connection broke before a reply, so the result is unknown.
 */
export type SmtpAnswer =
  | { kind: 'accepted'; at: Date; dataAt: Date }
  | { kind: 'deferred' | 'refused'; code: number; response: string }
  | { kind: 'lost'; reason: string }

/** One SMTP connection that sends messages one after another. */
export interface SmtpSession {
  send(notice: OutgoingNotice, to: string): Promise<SmtpAnswer>
  isOpen(): boolean
  close(): void
}

/** Below what RFC 5321, 4.5.3.2, asks of senders, and above how long a busy machine stands still. */
const timeouts = { connectionTimeout: 60_000, greetingTimeout: 60_000, socketTimeout: 60_000 }

/** Connects and greets. Resolves with the reason if the server can't be reached or refuses. */
export function openSession(target: SmtpTarget): Promise<SmtpSession | { reason: string }> {
  const connection = new SMTPConnection({
    ...target,
    ...timeouts,
    name: 'ecf-sandbox.localhost',
    tls: { rejectUnauthorized: false },
  })
  const state = { isOpen: false, fail: (_reason: string) => {} }
  const broke = (reason: string) => {
    state.isOpen = false
    state.fail(reason)
  }
  connection.on('error', (error) => broke(error.message))
  connection.on('end', () => broke('The server closed the connection'))
  return new Promise((resolve) => {
    state.fail = (reason) => resolve({ reason })
    connection.connect((error) => {
      if (error) return resolve({ reason: error.message })
      state.isOpen = true
      // Nagle's delay would add 40 ms to every message whose last packet is small.
      if (connection._socket) connection._socket.setNoDelay(true)
      resolve(makeSession(connection, state))
    })
  })
}

function makeSession(
  connection: SMTPConnection,
  state: { isOpen: boolean; fail: (reason: string) => void },
): SmtpSession {
  return {
    isOpen: () => state.isOpen,
    close: () => (state.isOpen ? connection.quit() : connection.close()),
    send: (notice, to) =>
      new Promise((resolve) => {
        state.fail = (reason) => resolve({ kind: 'lost', reason })
        const envelope = { from: notice.envelopeFrom, to: [to], size: notice.raw.length, use8BitMime: true }
        connection.send(envelope, notice.raw, (error, info) => {
          if (!error) return resolve(acceptedNow(info.messageTime))
          const answer = answerOf(error)
          if (answer.kind !== 'lost' && state.isOpen) return connection.reset(() => resolve(answer))
          resolve(answer)
        })
      }),
  }
}

function acceptedNow(messageTime: number): SmtpAnswer {
  const at = new Date()
  return { kind: 'accepted', at, dataAt: new Date(at.getTime() - messageTime) }
}

function answerOf(error: SMTPConnection.SMTPError): SmtpAnswer {
  const code = error.responseCode
  if (code === undefined) return { kind: 'lost', reason: error.message }
  const response = error.response ?? error.message
  return { kind: code >= 500 ? 'refused' : 'deferred', code, response }
}
