import { expect, test } from 'vitest'
import { programsFor } from './test-near.ts'

const runners = (...changed: string[]) => programsFor(changed).map(([runner, args]) => [runner, args.at(-1)])

test('a change of the server runs no browser', () => {
  expect(programsFor(['packages/server/src/mail/trust.ts']).map(([runner]) => runner)).toEqual(['vitest'])
})

test('a change of the console runs the browser test of its pages, and changed browser tests run', () => {
  expect(runners('packages/console/src/ui/PageHead.tsx')[1]).toEqual(['playwright', 'e2e/console.spec.ts'])
  expect(runners('e2e/views.spec.ts')[1]).toEqual(['playwright', 'e2e/views.spec.ts'])
})
