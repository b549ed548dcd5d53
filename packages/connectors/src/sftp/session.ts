import { createHash, createPrivateKey, type KeyObject } from 'node:crypto'
import type { Socket } from 'node:net'
import { openKeyedLimiter } from '@courtcrier/lib/keyed-limiter.ts'
import type { Pace } from '@courtcrier/lib/pace.ts'
import type SftpClient from 'ssh2-sftp-client'
import { networkError, problemError, StoreProblemError } from '../problems.ts'
import type { Dial } from '../ways/dial.ts'
import { networkProblem } from '../ways/http-problem.ts'
import { type StoreWatch, watchStore } from '../ways/watch-store.ts'

/** The protocol's calls on an authenticated connection. */
export type Sftp = Awaited<ReturnType<SftpClient['connect']>>

export interface SessionOptions {
  dial: Dial
  /** For one piece of work, with the sign-in if it needs one. */
  pace: Pace
  host: string
  port: number
  username: string
  password: string
  privateKey: string | null
  passphrase: string | null
  /** `SHA256:…`, as ssh-keygen prints it. */
  hostKey: string | null
}

/** Runs work on a connection. The handshake takes longer than most work, so connections are reused for a short time. */
export type WithSession = <T>(work: Work<T>) => Promise<T>
type Work<T> = (sftp: Sftp, closed: AbortSignal) => Promise<T>

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
  const use = async <T>(work: Work<T>, follow: StoreWatch['follow']): Promise<T> => {
    const session = takeOpen(idle) ?? (await connect(options, follow))
    session.setBusy(true)
    follow(session.sock)
    try {
      const result = await Promise.race([work(session.sftp, session.closed), session.broken])
      session.setBusy(false)
      keep(session)
      return result
    } catch (error) {
      // Any failure may be the connection's fault.
      session.end()
      throw error
    }
  }
  return (work) =>
    limiter.run('', async () => {
      const { promise: slow, reject } = Promise.withResolvers<never>()
      const watch = watchStore({ ...options, breakOff: reject })
      try {
        return await Promise.race([slow, use(work, watch.follow)])
      } finally {
        watch.end()
      }
    })
}

interface Session {
  sftp: Sftp
  sock: Socket
  /** Aborted when the connection ends, because pending requests aren't always answered then. */
  closed: AbortSignal
  /** Rejects when the connection ends. */
  broken: Promise<never>
  /** An idle connection doesn't keep the process alive. */
  setBusy: (isBusy: boolean) => void
  end: () => void
}

function takeOpen(idle: Session[]): Session | undefined {
  for (let session = idle.pop(); session; session = idle.pop()) if (!session.closed.aborted) return session
  return undefined
}

function brokenOff(closed: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  const fail = () => reject(networkError('The connection to the DMS was lost.'))
  closed.addEventListener('abort', fail, { once: true })
  // Nothing awaits it if the connection ends after the work.
  promise.catch(() => undefined)
  return promise
}

async function connect(
  { dial, host, port, hostKey, ...account }: SessionOptions,
  follow: StoreWatch['follow'],
): Promise<Session> {
  const ending = new AbortController()
  const close = () => ending.abort()
  // Loaded with the first connection, because most installations don't use it.
  const { default: Client } = await import('ssh2-sftp-client')
  const sock = await dialled(dial, host, port)
  sock.once('close', close)
  follow(sock)
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
    return sessionOf({ client, sftp, sock, ending })
  } catch (error) {
    sock.destroy()
    if (shown !== '' && !isSameKey(shown, hostKey)) throw unknownKey(host, shown, hostKey)
    throw problemOfConnect(host, error)
  }
}

interface Connected extends Pick<Session, 'sftp' | 'sock'> {
  client: SftpClient
  ending: AbortController
}

function sessionOf({ client, sftp, sock, ending }: Connected): Session {
  const close = () => ending.abort()
  // Pending requests learn of it through their own callbacks.
  sftp.on('error', close)
  return {
    sftp,
    sock,
    closed: ending.signal,
    broken: brokenOff(ending.signal),
    setBusy: (isBusy) => void (isBusy ? sock.ref() : sock.unref()),
    end: () => {
      close()
      client.end().catch(() => undefined)
      sock.destroySoon()
    },
  }
}

/** With a key and no password, only the key is tried: servers count each refusal. */
function logInOf({
  username,
  password,
  privateKey,
  passphrase,
}: Omit<SessionOptions, 'dial' | 'pace' | 'host' | 'port' | 'hostKey'>) {
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
    throw networkError(`${host} couldn't be reached. ${networkProblem(error)?.sentence ?? ''}`.trim())
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
    : `${host} shows the host key ${shown}. Ask its operator whether that is correct, and enter it as the host key.`
  return problemError('auth', sentence)
}

function problemOfConnect(host: string, error: unknown): StoreProblemError {
  if (error instanceof StoreProblemError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/authentication methods failed/i.test(text))
    return problemError('auth', `${host} refused the user name, or the password or key.`)
  if (/parse privateKey/i.test(text)) return unreadableKey()
  return networkError(`The connection to ${host} could not be established (${text.slice(0, 200)}).`)
}

/**
 * A private key in a form that the SSH client reads. It reads OpenSSH's own format and the older PEM. RSA and EC keys
 * in PKCS #8, which OpenSSL writes today, are converted to the older one. Any other text is returned as is.
 */
function readableKey(text: string, passphrase: string | null): string {
  const key = `${text.replace(/\r\n?/g, '\n').trim()}\n`
  if (!/^-----BEGIN (?:ENCRYPTED )?PRIVATE KEY-----/.test(key)) return key
  try {
    return olderForm(createPrivateKey({ key, ...(passphrase === null ? {} : { passphrase }) })) ?? key
  } catch {
    // Its messages describe OpenSSL's internals.
    throw unreadableKey()
  }
}

function unreadableKey() {
  const sentence = 'The private key cannot be read: its form is not known, it is damaged, or its passphrase is wrong.'
  return problemError('auth', sentence)
}

function olderForm(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs1', format: 'pem' }).toString()
  if (key.asymmetricKeyType === 'ec') return key.export({ type: 'sec1', format: 'pem' }).toString()
  return undefined
}
