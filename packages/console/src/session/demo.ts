import { useEffect } from 'react'
import { createStore, useStore } from '../ui/store.ts'
import { timedFetch } from './timed-fetch.ts'

export interface Demo {
  log_ins: readonly { role: string; email: string; password: string }[]
  mailbox_url: string | null
  /** Whether its courts can be told to file, and the firm be begun anew. */
  has_controls: boolean
}

const store = createStore<Demo | undefined>(undefined)
let isAsked = false

/** What a demo offers; undefined where this is none. */
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
    // Elsewhere there is nothing to say: an answer without content.
    if (response.status === 200) store.set((await response.json()) as Demo)
  } catch (cause) {
    console.warn('Whether this is a demo could not be asked.', cause)
  }
}
