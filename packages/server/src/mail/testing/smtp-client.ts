import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection on which a test speaks SMTP line by line. */
export interface SmtpClient {
  socket: Socket
  /** Sends a line and returns the last line of the answer. */
  say: (line: string) => Promise<string>
  /** Writes without waiting for an answer. Resolves when the socket has accepted it. */
  write: (bytes: string | Buffer) => Promise<void>
  /** The last line of the next answer; empty if the server closed the connection instead. */
  answer: () => Promise<string>
  /** Resolves when the server has closed the connection. */
  closed: Promise<void>
  end: () => void
}

/** Connects and waits for the greeting. */
export async function connectSmtp(port: number): Promise<SmtpClient & { greeting: string }> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.setNoDelay(true)
  socket.on('error', () => {})
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const answers = readAnswers(socket)
  const write = async (bytes: string | Buffer) => {
    if (!socket.write(bytes)) await Promise.race([once(socket, 'drain'), closed])
  }
  const client = {
    socket,
    write,
    answer: answers.next,
    closed,
    end: () => void socket.destroy(),
    say: async (line: string) => {
      await write(`${line}\r\n`)
      return answers.next()
    },
  }
  return { ...client, greeting: await answers.next() }
}

/** Sends EHLO, the sender and the recipients. Returns the answers to the recipients. */
export async function startMessage(
  client: SmtpClient,
  { from = 'ECF@cand.uscourts.gov', to }: { from?: string; to: readonly string[] },
): Promise<string[]> {
  await client.say('EHLO mx.uscourts.gov')
  await client.say(`MAIL FROM:<${from}>`)
  const answers: string[] = []
  for (const address of to) answers.push(await client.say(`RCPT TO:<${address}>`))
  return answers
}

function readAnswers(socket: Socket): { next: () => Promise<string> } {
  const ready: string[] = []
  const waiting: ((answer: string) => void)[] = []
  let rest = ''
  let isClosed = false
  socket.on('data', (chunk) => {
    const lines = (rest + chunk).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      // `250-` continues, `250 ` ends the answer.
      if (line[3] === '-') continue
      const next = waiting.shift()
      if (next) next(line)
      else ready.push(line)
    }
  })
  socket.on('close', () => {
    isClosed = true
    for (const next of waiting.splice(0)) next('')
  })
  return {
    next: async () => {
      const answer = ready.shift()
      if (answer !== undefined || isClosed) return answer ?? ''
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}
