import { createHash } from 'node:crypto'
import type SftpClient from 'ssh2-sftp-client'
import { openKeyedLimiter } from '../../base/lib/keyed-limiter.ts'
import type { Dial } from '../../stores/dial.ts'
import { networkProblem } from '../../stores/http-problem.ts'
import { problemError, StoreProblemError } from '../problems.ts'
import { readableKey, unreadableKey } from './private-key.ts'

/** The protocol's own calls, on a connection that is signed in. */
export type Sftp = Awaited<ReturnType<SftpClient['connect']>>

export interface SessionOptions {
  dial: Dial
  host: string
  port: number
  username: string
  password: string
  privateKey: string | null
  passphrase: string | null
  /** `SHA256:…`, as ssh-keygen shows it. */
  hostKey: string | null
}

/** Runs work on a connection; the handshake takes longer than most work, so connections are kept for a moment. */
export type WithSession = <T>(work: (sftp: Sftp, closed: AbortSignal) => Promise<T>) => Promise<T>

const mostSessions = 4
const idleMs = 10_000

export function openSessions(options: SessionOptions): WithSession {
  const limiter = openKeyedLimiter(mostSessions)
  const idle: Session[] = []
  const keep = (session: Session) => {
    idle.push(session)
    const timer = setTimeout(() => {
      const place = idle.indexOf(session)
      if (place >= 0) idle.splice(place, 1)
      if (place >= 0) session.end()
    }, idleMs)
    timer.unref()
  }
  return (work) =>
    limiter.run('', async () => {
      const session = takeOpen(idle) ?? (await connect(options))
      session.setBusy(true)
      try {
        const result = await Promise.race([work(session.sftp, session.closed), session.broken])
        session.setBusy(false)
        keep(session)
        return result
      } catch (error) {
        // Whatever went wrong may be the connection's fault.
        session.end()
        throw error
      }
    })
}

interface Session {
  sftp: Sftp
  /** Aborted when the connection ends: requests that are under way then are not always answered. */
  closed: AbortSignal
  /** Fails when that happens. */
  broken: Promise<never>
  /** A connection that waits does not keep the program from ending. */
  setBusy: (isBusy: boolean) => void
  end: () => void
}

function takeOpen(idle: Session[]): Session | undefined {
  for (let session = idle.pop(); session; session = idle.pop()) if (!session.closed.aborted) return session
  return undefined
}

function brokenOff(closed: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const fail = () => reject(problemError('transient', 'The connection to the store broke off.'))
  closed.addEventListener('abort', fail, { once: true })
  // Nobody waits for it any more when the connection ends after the work.
  promise.catch(() => undefined)
  return promise
}

async function connect({ dial, host, port, hostKey, ...account }: SessionOptions): Promise<Session> {
  const ending = new AbortController()
  const close = () => ending.abort()
  // Loaded with the first connection: most installations store nothing by it.
  const { default: Client } = await import('ssh2-sftp-client')
  const sock = await dialled(dial, host, port)
  sock.once('close', close)
  const client = new Client('courtcrier', { error: close, end: close, close })
  let shown = ''
  try {
    const sftp = await client.connect({
      sock,
      ...logInOf(account),
      readyTimeout: 20_000,
      keepaliveInterval: 15_000,
      keepaliveCountMax: 3,
      hostVerifier: (key: Buffer) => {
        shown = fingerprintOf(key)
        return isSameKey(shown, hostKey)
      },
    })
    // Requests that are under way are told by their own callbacks.
    sftp.on('error', close)
    return {
      sftp,
      closed: ending.signal,
      broken: brokenOff(ending.signal),
      setBusy: (isBusy) => void (isBusy ? sock.ref() : sock.unref()),
      end: () => {
        close()
        client.end().catch(() => undefined)
        sock.destroySoon()
      },
    }
  } catch (error) {
    sock.destroy()
    if (shown !== '' && !isSameKey(shown, hostKey)) throw unknownKey(host, shown, hostKey)
    throw problemOfConnect(host, error)
  }
}

/** With a key and no password it is tried by the key alone: servers count each refusal. */
function logInOf({
  username,
  password,
  privateKey,
  passphrase,
}: Omit<SessionOptions, 'dial' | 'host' | 'port' | 'hostKey'>) {
  return {
    username,
    ...(password === '' && privateKey ? {} : { password }),
    ...(privateKey ? { privateKey: readableKey(privateKey, passphrase) } : {}),
    ...(privateKey && passphrase ? { passphrase } : {}),
  }
}

async function dialled(dial: Dial, host: string, port: number) {
  try {
    return await dial(host, port)
  } catch (error) {
    if (error instanceof StoreProblemError) throw error
    throw problemError('transient', `${host} couldn't be reached. ${networkProblem(error)?.sentence ?? ''}`.trim())
  }
}

function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash('sha256')
    .update(key)
    .digest('base64')
    .replace(/(?<!=)=+$/, '')}`
}

function isSameKey(shown: string, wanted: string | null): boolean {
  return wanted !== null && shown === wanted.trim().replace(/(?<!=)=+$/, '')
}

function unknownKey(host: string, shown: string, wanted: string | null): StoreProblemError {
  const sentence = wanted
    ? `${host} shows another host key (${shown}) than the credential has, so nothing was sent to it.`
    : `${host} shows the host key ${shown}. Ask whoever runs it whether that is the one, and enter it as host key.`
  return problemError('auth', sentence)
}

function problemOfConnect(host: string, error: unknown): StoreProblemError {
  if (error instanceof StoreProblemError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/authentication methods failed/i.test(text))
    return problemError('auth', `${host} refused the user name, or the password or key.`)
  if (/parse privateKey/i.test(text)) return unreadableKey()
  return problemError('transient', `The connection to ${host} could not be made (${text.slice(0, 200)}).`)
}
