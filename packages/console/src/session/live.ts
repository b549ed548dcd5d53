import { followChanges } from '@courtcrier/contract/calls/console.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { onReachedAgain } from '../ui/reach.ts'
import { createStore, useStore } from '../ui/store.ts'
import { whenIdle } from '../ui/when-idle.ts'
import { addressOf } from './ask.ts'
import { askAgain } from './ask-again.ts'
import { changesOf, showsAny } from './live-stream.ts'
import { request } from './request.ts'

export interface Live {
  status: 'live' | 'reconnecting'
  /** When the server last reported a change; milliseconds since 1970. */
  lastEventAt?: number
}

const store = createStore<Live>({ status: 'reconnecting' })

/** Returns whether changes arrive as they happen. */
export function useLive(): Live {
  return useStore(store)
}

/** A browser opens few connections to one host: a hidden tab closes its own after this long. */
const hiddenMs = 60_000
const gatherMs = 250
const backOffMs = { first: 500, most: 30_000 }

/**
 * Listens to the server's events until stopped, and invalidates what they name: every query that shows rows of
 * the entity is repeated. Returns a function that stops it.
 */
export function startLive(queryClient: QueryClient): () => void {
  const stop = new AbortController()
  void listen(queryClient, stop.signal)
  return () => stop.abort()
}

async function listen(queryClient: QueryClient, stop: AbortSignal): Promise<void> {
  let wait = backOffMs.first
  let isFirst = true
  while (!stop.aborted) {
    await visible(stop)
    const connection = connectionWhileVisible(stop)
    try {
      const response = await request({
        method: 'GET',
        path: addressOf(followChanges, {}),
        accept: 'text/event-stream',
        signal: connection.signal,
      })
      store.set({ ...store.get(), status: 'live' })
      // Changes while no one was listening aren't reported again.
      if (isFirst) askAgainBegun(queryClient)
      else askAgain(queryClient, () => true, { isCutOff: true })
      isFirst = false
      wait = backOffMs.first
      await readChanges(response, queryClient)
    } catch {
      // Cut off, aborted or refused: it is retried below in any case; a 401 has already ended the session.
    } finally {
      connection.release()
    }
    if (stop.aborted) return
    store.set({ ...store.get(), status: 'reconnecting' })
    await pause(wait * (0.75 + Math.random() / 2), stop)
    wait = Math.min(wait * 2, backOffMs.most)
  }
}

/**
 * Repeats queries that were answered or under way before the page was listening, whose rows may have changed since; they
 * stay visible until then.
 */
function askAgainBegun(queryClient: QueryClient): void {
  const begun = new Map(
    queryClient
      .getQueryCache()
      .getAll()
      .map((query) => [query, answersBegun(query)]),
  )
  whenIdle(() => {
    askAgain(queryClient, (query) => {
      const { dataUpdateCount, fetchStatus } = query.state
      const isAnswered = dataUpdateCount > 0 || fetchStatus === 'fetching'
      return isAnswered && dataUpdateCount <= (begun.get(query) ?? -1)
    })
  })
}

/** Returns how many answers a query will have had once the one under way has come. */
function answersBegun({ state }: Query): number {
  return state.dataUpdateCount + (state.fetchStatus === 'fetching' ? 1 : 0)
}

async function readChanges(response: Response, queryClient: QueryClient): Promise<void> {
  if (!response.body) return
  const gathered = new Set<string>()
  const pass = () => {
    const entities = new Set(gathered)
    gathered.clear()
    askAgain(queryClient, (query) => showsAny(query, entities))
  }
  for await (const change of changesOf(response.body)) {
    if (gathered.size === 0) setTimeout(pass, gatherMs)
    gathered.add(change.entity)
    store.set({ status: 'live', lastEventAt: Date.now() })
  }
}

function visible(stop: AbortSignal): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      document.removeEventListener('visibilitychange', done)
      stop.removeEventListener('abort', done)
      resolve()
    }
    document.addEventListener('visibilitychange', done)
    stop.addEventListener('abort', done)
  })
}

function connectionWhileVisible(stop: AbortSignal): { signal: AbortSignal; release: () => void } {
  const hidden = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const onVisibility = () => {
    clearTimeout(timer)
    if (document.visibilityState === 'hidden') timer = setTimeout(() => hidden.abort(), hiddenMs)
  }
  document.addEventListener('visibilitychange', onVisibility)
  const release = () => {
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    hidden.abort()
  }
  return { signal: AbortSignal.any([stop, hidden.signal]), release }
}

function pause(ms: number, stop: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => done(), ms)
    const done = () => {
      clearTimeout(timer)
      forget()
      stop.removeEventListener('abort', done)
      resolve()
    }
    // Once the server is reachable again, everything is refreshed immediately.
    const forget = onReachedAgain(done)
    stop.addEventListener('abort', done)
  })
}
