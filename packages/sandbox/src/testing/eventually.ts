import { vi } from 'vitest'

/** Waits until the check passes. The limit is for checks that never will; being slow isn't a failure. */
export function eventually(check: () => void | Promise<void>): Promise<void> {
  return vi.waitFor(check, { timeout: 60_000, interval: 20 })
}
