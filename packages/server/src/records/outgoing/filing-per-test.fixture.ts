import { afterEach, beforeEach } from 'vitest'
import { openTestServices, plantFiling, type TestFiling, type TestServices } from '../../outbox/copies/test-filing.ts'

export interface Held {
  services: TestServices
  filing: TestFiling
}

/** Gives every test of a file its own services with a planted filing, and closes them after it. */
export function holdFilingPerTest(options: Parameters<typeof plantFiling>[1] = {}): Held {
  const held = {} as Held
  beforeEach(async () => {
    held.services = await openTestServices()
    held.filing = await plantFiling(held.services, options)
  })
  afterEach(async () => held.services.close())
  return held
}
