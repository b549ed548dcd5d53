import { useMemo, useRef } from 'react'

type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>

/**
 * Handlers that stay the same objects and do what the latest ones do: for rows that are drawn anew only when what they
 * show is another.
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
