import { useMemo, useRef } from 'react'

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>

/**
 * Returns handlers with a stable identity that call the latest versions: for rows that render again only when their
 * content changes.
 */
export function useLatest<T extends Handlers>(handlers: T): T {
  const latest = useRef(handlers)
  latest.current = handlers
  const names = Object.keys(handlers).join()
  return useMemo(() => {
    const call =
      (name: string) =>
      (...args: never[]) =>
        latest.current[name]?.(...args)
    return Object.fromEntries(names.split(',').map((name) => [name, call(name)])) as T
  }, [names])
}
