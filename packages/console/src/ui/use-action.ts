import { useState } from 'react'

/** Runs an action started by the user: whether it is running, whether it is done, and why it failed, as a sentence. */
export function useAction<Args extends unknown[]>(action: (...args: Args) => Promise<unknown>) {
  const [state, setState] = useState<{ isBusy: boolean; isDone: boolean; failure?: Error }>(idle)
  const run = async (...args: Args) => {
    setState({ ...idle, isBusy: true })
    try {
      await action(...args)
      setState({ ...idle, isDone: true })
    } catch (cause) {
      setState({ ...idle, failure: cause instanceof Error ? cause : new Error(String(cause), { cause }) })
    }
  }
  return { ...state, run, reset: () => setState(idle) }
}

const idle = { isBusy: false, isDone: false }
