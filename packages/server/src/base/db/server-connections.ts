import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { awayError, reasonOf } from './away.ts'
import { type OutageRecord, recordOutages } from './outage.ts'

/** All connections of this process to a database server. */
export interface ServerConnections {
  url: string
  outage: OutageRecord
  /** A connection, not yet connected, that is ended when the server stops answering. */
  makeClient: (config?: pg.ClientConfig) => pg.Client
  /** The same as a constructor, for pools. */
  Client: typeof pg.Client
  close: () => Promise<void>
}

/** Longest time to connect. In milliseconds, as all of these. */
const connectMs = 10_000
const askEveryMs = 1000
/** A server that takes longer to say 1 is taken for gone. */
const answerMs = 5000

/**
 * Opens what keeps an eye on a server: asks it every second, and when it no longer answers ends every connection, so
 * that what waits on one is told so instead of waiting for good. A server that went away reports that as an error
 * event of each connection, which ends the process unless somebody listens: here it is listened to from the first
 * moment of each.
 */
export function openServerConnections(url: string): ServerConnections {
  const open = new Set<pg.Client>()
  const outage = recordOutages()
  const makeClient = (config: pg.ClientConfig = {}) => {
    const client = new pg.Client({
      keepAlive: true,
      ...config,
      connectionString: url,
      connectionTimeoutMillis: connectMs,
    })
    client.on('error', () => undefined)
    open.add(client)
    client.once('end', () => open.delete(client))
    return client
  }
  const endAll = () => {
    for (const client of open) streamOf(client).destroy()
  }
  const watch = startWatch(makeClient, { outage, endAll })
  return {
    url,
    outage,
    makeClient,
    // A pool makes its connections with `new`, which gives what a plain function returns.
    Client: function PoolClient(config: pg.ClientConfig) {
      return makeClient(config)
    } as unknown as typeof pg.Client,
    close: watch.close,
  }
}

function startWatch(
  makeClient: () => pg.Client,
  { outage, endAll }: { outage: OutageRecord; endAll: () => void },
): { close: () => Promise<void> } {
  const closing = new AbortController()
  let client: pg.Client | undefined
  let resting = new AbortController()
  const prepare = () => {
    const made = makeClient()
    // A server that ends says so by ending its connections, and is looked for at once.
    const lose = () => {
      if (client !== made) return
      client = undefined
      resting.abort()
    }
    made.on('error', lose)
    made.on('end', lose)
    return made
  }
  const ask = async (): Promise<void> => {
    const wasConnected = client !== undefined
    const asked = client ?? prepare()
    try {
      if (!client) await within(answerMs, asked.connect())
      client = asked
      await within(answerMs, asked.query('select 1'))
      outage.end()
    } catch (error) {
      client = undefined
      streamOf(asked).destroy()
      // One lost connection is no outage: whether the server is there, a new one tells.
      if (wasConnected && !(error instanceof NoAnswerError)) return ask()
      if (closing.signal.aborted) return
      outage.begin(reasonOf(awayError(error)))
      // Also those that were never answered: their server may be stopped, or the network gone.
      endAll()
    }
  }
  const run = async () => {
    while (!closing.signal.aborted) {
      await ask()
      await pause(askEveryMs, undefined, { signal: resting.signal, ref: false }).catch(() => undefined)
      resting = new AbortController()
    }
    await client?.end().catch(() => undefined)
  }
  const running = run()
  return {
    close: async () => {
      closing.abort()
      resting.abort()
      await running
    },
  }
}

class NoAnswerError extends Error {}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(new NoAnswerError(`it does not answer within ${ms / 1000} s`))
  // Where this process itself was busy for so long, the answer is here and only not read yet.
  const timer = setTimeout(() => setImmediate(() => setImmediate(giveUp)), ms)
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    // Who waits no longer needs no answer.
    work.catch(() => undefined)
  }
}

function streamOf(client: pg.Client): { destroy: () => void } {
  return (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream
}
