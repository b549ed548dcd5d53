import { type ComponentType, useEffect, useState } from 'react'
import { loadWhenReached } from './lazy.ts'
import { prefetch } from './prefetch.ts'

interface LateOptions {
  /** A selector of what opens it, if users most likely open it next: it is then loaded in advance (`prefetch`). */
  near?: string
}

/**
 * Returns a component loaded on demand, or in advance by `preload`. Unlike with `lazy`, one loaded in advance renders
 * immediately.
 */
export function useLate<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isNeeded: boolean,
  { near }: LateOptions = {},
) {
  const [late, setLate] = useState<{ Late: ComponentType<P> } | { cause: unknown }>()
  const Late = late && 'Late' in late ? late.Late : undefined
  const isMissing = Late === undefined
  useEffect(() => {
    if (!isMissing) return
    const take = (module: { default: ComponentType<P> }) => setLate({ Late: module.default })
    if (isNeeded) loadWhenReached(load).then(take, (cause: unknown) => setLate({ cause }))
    else if (near !== undefined) return prefetch(() => load().then(take), near)
  }, [load, isNeeded, near, isMissing])
  if (late && 'cause' in late) throw late.cause
  const preload = () => {
    if (isMissing) load().then((module) => setLate({ Late: module.default }), leaveToNeed)
  }
  return { Late, preload }
}

/** Ignores the error: a failed preload is retried when the component is needed, and only then reported. */
function leaveToNeed(): void {}
