import { type ComponentType, useEffect, useState } from 'react'
import { whenIdle } from './when-idle.ts'

interface LateOptions {
  /** Whether to fetch it ahead as soon as the browser has nothing better to do. */
  isLikely?: boolean
}

/**
 * A component once its module is there: fetched when it is needed, and before that quietly by `preload`. Other than
 * what `lazy` gives, one that was fetched ahead is drawn at once.
 */
export function useLate<P>(
  load: () => Promise<{ default: ComponentType<P> }>,
  isNeeded: boolean,
  { isLikely = false }: LateOptions = {},
) {
  const [late, setLate] = useState<{ Late: ComponentType<P> } | { cause: unknown }>()
  const Late = late && 'Late' in late ? late.Late : undefined
  const isMissing = Late === undefined
  useEffect(() => {
    if (!isMissing) return
    const take = (module: { default: ComponentType<P> }) => setLate({ Late: module.default })
    if (isNeeded) load().then(take, (cause: unknown) => setLate({ cause }))
    else if (isLikely) return whenIdle(() => load().then(take, leaveToNeed))
  }, [load, isNeeded, isLikely, isMissing])
  if (late && 'cause' in late) throw late.cause
  const preload = () => {
    if (isMissing) load().then((module) => setLate({ Late: module.default }), leaveToNeed)
  }
  return { Late, preload }
}

/** What could not be fetched ahead is asked for again when it is needed, and then somebody is told. */
function leaveToNeed(): void {}
