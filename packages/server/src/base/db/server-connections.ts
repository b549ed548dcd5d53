import { setTimeout as pause } from 'node:timers/promises'
import { type OutageRecord, recordOutages } from '@courtcrier/lib/outage.ts'
import pg from 'pg'
import { awayError, reasonOf } from './away.ts'
import { newId } from './ids.ts'
import { showProcess } from './process-session.ts'

/** All connections of this process to a database server. */
export interface ServerConnections {
  url: string
  /** This process, as others see it by the session that monitors the server (`process-session.ts`). */
  processId: string
  outage: OutageRecord
  /** A connection, not yet open, that is ended if the server stops answering. */
  makeClient: (config?: pg.ClientConfig) => pg.Client
  /** The same as a constructor, for pools. */
  Client: typeof pg.Client
  close: () => Promise<void>
}

/** Longest time to connect. In milliseconds, like all of these. */
const connectMs = 10_000
const askEveryMs = 1000
/** Routers of some clouds drop, without a word, a connection that has been silent for four minutes. */
const keepAliveMs = 60_000
/** A server that takes longer to answer `select 1` counts as gone. */
const usualAnswerMs = 5000
/** A timer that is late by more than this was kept from running by something else in this process. */
const busyMs = 250

/**
 * Monitors a server: queries it every second, and when it no longer answers ends every connection, so that whatever
 * waits on one fails instead of waiting forever. A server that goes away causes an error event on each connection,
 * which ends the process unless there is a listener, so each connection gets one when it is created.
 */
export function openServerConnections(url: string, answerMs = usualAnswerMs): ServerConnections {
  const open = new Set<pg.Client>()
  const outage = recordOutages()
  const makeClient = (config: pg.ClientConfig = {}) => {
    const client = new pg.Client({
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
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
  const processId = newId()
  const watch = startWatch(makeClient, { outage, endAll, answerMs, shown: showProcess(processId) })
  return {
    url,
    processId,
    outage,
    makeClient,
    // A pool creates its connections with `new`, which returns what a plain function returns.
    Client: function PoolClient(config: pg.ClientConfig) {
      return makeClient(config)
    } as unknown as typeof pg.Client,
    close: watch.close,
  }
}

function startWatch(
  makeClient: () => pg.Client,
  { outage, endAll, answerMs, shown }: { outage: OutageRecord; endAll: () => void; answerMs: number; shown: string },
): { close: () => Promise<void> } {
  const closing = new AbortController()
  let client: pg.Client | undefined
  let resting = new AbortController()
  const prepare = () => {
    const made = makeClient()
    // A server that shuts down ends its connections; check it at once.
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
      await within(answerMs, asked.query(wasConnected ? 'select 1' : shown))
      outage.end()
    } catch (error) {
      client = undefined
      streamOf(asked).destroy()
      // One lost connection isn't an outage: a new one shows whether the server is there.
      if (wasConnected && !(error instanceof NoAnswerError)) return ask()
      if (closing.signal.aborted) return
      outage.begin(reasonOf(awayError(error)))
      // Includes connections still waiting for an answer: the server may be stopped, or the network down.
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
  const begin = (): NodeJS.Timeout => {
    const due = performance.now() + ms
    return setTimeout(() => {
      // This process was busy, and had no time for its own part of signing in: the server gets all of its time again.
      if (performance.now() - due > busyMs) timer = begin()
      // The answer may have arrived and not have been read yet.
      else setImmediate(() => setImmediate(giveUp))
    }, ms)
  }
  let timer = begin()
  try {
    return await Promise.race([work, promise])
  } finally {
    clearTimeout(timer)
    // A later rejection has no handler, and would end the process.
    work.catch(() => undefined)
  }
}

function streamOf(client: pg.Client): { destroy: () => void } {
  return (client as unknown as { connection: { stream: { destroy: () => void } } }).connection.stream
}
