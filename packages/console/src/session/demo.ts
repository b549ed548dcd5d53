import type { Demo } from '@courtcrier/contract/calls/demo.ts'
import { useEffect } from 'react'
import { createStore, useStore } from '../ui/store.ts'
import { timedFetch } from './timed-fetch.ts'

const store = createStore<Demo | undefined>(undefined)
let isAsked = false

/** Returns what a demo offers; undefined if this isn't one. */
export function useDemo(): Demo | undefined {
  useEffect(() => {
    if (!isAsked) void askOnce()
    isAsked = true
  }, [])
  return useStore(store)
}

async function askOnce(): Promise<void> {
  try {
    const response = await timedFetch('/api/v1/demo', { headers: { accept: 'application/json' } })
    // Elsewhere the response has no content.
    if (response.status === 200) store.set((await response.json()) as Demo)
  } catch (cause) {
    console.warn('Whether this is a demo could not be asked.', cause)
  }
}
