import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'

/** Returns the value once its content has stayed the same for `ms`; another object with the same content is no change. */
export function useSettledValue<T extends object>(value: T, ms: number): T {
  const [text] = useDebouncedValue(JSON.stringify(value), ms)
  return useMemo(() => JSON.parse(text) as T, [text])
}
