interface RegularOptions {
  everyMs: number
  /** Called when it fails, except with the failures of `now`. */
  onError: (error: unknown) => void
}

export interface RegularWork {
  /** Does it at once, after what is under way. */
  now: () => Promise<void>
  /** Resolves when nothing is under way any more. */
  stop: () => Promise<void>
}

/** Does work at once and then regularly, one after the other, without keeping the process alive. */
export function startRegularWork(work: () => Promise<void>, { everyMs, onError }: RegularOptions): RegularWork {
  let last = Promise.resolve()
  const now = () => {
    last = last.catch(() => undefined).then(work)
    return last
  }
  const begin = () => void now().catch(onError)
  const timer = setInterval(begin, everyMs)
  timer.unref()
  begin()
  return {
    now,
    stop: async () => {
      clearInterval(timer)
      await last.catch(() => undefined)
    },
  }
}
