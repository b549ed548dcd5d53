import { type AddressInfo, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** A stand-in for a connection pooler in front of a database server. */
export interface TransactionPooler {
  url: string
  close: () => Promise<void>
}

/** A session at the server, and the connection that has it until its transaction ends. */
interface Session {
  stream: Socket
  user: Socket | undefined
}

const readyForQuery = 0x5a
const terminate = 0x58
const sslRequest = 80877103

/**
 * Starts a pooler that gives a connection a session for one transaction at a time, the latest one first, as PgBouncer does
 * (PostgreSQL, "Message Formats"). One query at a time, for any user. For tests.
 */
export async function openTransactionPooler(
  serverUrl: string,
  { isRefusingOptions = false }: { isRefusingOptions?: boolean } = {},
): Promise<TransactionPooler> {
  const free: Session[] = []
  const all: pg.Client[] = []
  const openSession = async (): Promise<Session> => {
    const client = new pg.Client({ connectionString: serverUrl })
    client.on('error', () => undefined)
    await client.connect()
    all.push(client)
    const stream = streamOf(client)
    stream.removeAllListeners('data')
    const session: Session = { stream, user: undefined }
    forwardAnswers(session, () => free.push(session))
    return session
  }
  const held = new WeakMap<Socket, Session>()
  const serve = (user: Socket) =>
    user.on('data', async (query: Buffer) => {
      if (query[0] === terminate) return user.end()
      const own = held.get(user)
      const session = own?.user === user ? own : (free.pop() ?? (await openSession()))
      session.user = user
      held.set(user, session)
      session.stream.write(query)
    })
  const server = createServer((user) => {
    user.on('error', () => undefined)
    user.once('data', (first) => greet(user, first, { isRefusingOptions, serve }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(serverUrl)
  Object.assign(url, { hostname: '127.0.0.1', port: String((server.address() as AddressInfo).port) })
  return {
    url: url.href,
    close: async () => {
      server.close()
      for (const client of all) streamOf(client).destroy()
    },
  }
}

function streamOf(client: pg.Client): Socket {
  return (client as unknown as { connection: { stream: Socket } }).connection.stream
}

interface Greeting {
  isRefusingOptions: boolean
  serve: (user: Socket) => void
}

/** Lets a connection in without a password. */
function greet(user: Socket, first: Buffer, greeting: Greeting): void {
  if (first.readInt32BE(4) === sslRequest) {
    user.once('data', (next) => greet(user, next, greeting))
    user.write('N')
    return
  }
  if (greeting.isRefusingOptions && first.includes('\0options\0')) {
    const fields = ['SFATAL', 'C08P01', 'Munsupported startup parameter: options', ''].join('\0')
    user.end(message('E', Buffer.from(`${fields}\0`)))
    return
  }
  greeting.serve(user)
  user.write(Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]))
}

function message(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeInt32BE(body.length + 4)
  return Buffer.concat([Buffer.from(type), length, body])
}

/** Passes on what the server says to the user who has the session, and frees it once it is in no transaction. */
function forwardAnswers(session: Session, setFree: () => void): void {
  let left = Buffer.alloc(0)
  session.stream.on('data', (chunk: Buffer) => {
    session.user?.write(chunk)
    left = Buffer.concat([left, chunk])
    while (left.length >= 5 && left.length > left.readInt32BE(1)) {
      const end = left.readInt32BE(1) + 1
      const isIdle = left[0] === readyForQuery && left[5] === 'I'.charCodeAt(0)
      left = left.subarray(end)
      if (!isIdle || !session.user) continue
      session.user = undefined
      setFree()
    }
  })
}
