import { expect, test } from 'vitest'
import { StoreProblemError } from './problems.ts'
import { runCheck } from './run-check.ts'

test('a DMS that is too busy to be tested says nothing about the credential', async () => {
  const busy = { problem: 'throttled', sentence: 'It takes no more requests for the moment.' } as const
  const steps = await runCheck({
    connect: async () => {
      throw new StoreProblemError(busy)
    },
    ensureFolder: async () => ({ ready: true, made: true }),
    put: async () => ({ wasThere: false }),
    link: () => undefined,
    read: async () => new Uint8Array(),
    remove: async () => undefined,
    translate: () => undefined,
  })
  expect(steps[0]).toEqual({
    step: 'connect',
    state: 'failed',
    sentence: 'It takes no more requests for the moment. Test again later.',
    isPassing: true,
  })
})
