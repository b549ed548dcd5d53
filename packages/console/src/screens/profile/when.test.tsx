import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { When } from './When.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-28T20:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

test.each([
  ['today', '2026-11-28T18:00:00Z', /<span>today<\/span> <span>\d+:00.[AP]M<\/span>/],
  ['this year', '2026-03-05T18:00:00Z', /<span>Mar 5<\/span> <span>/],
  ['before', '2025-03-05T18:00:00Z', /<span>Mar 5, 2025<\/span> <span>/],
])('a time of %s breaks between its day and its hour', (_, at, shown) => {
  expect(renderToStaticMarkup(<When at={at} />)).toMatch(shown)
})

test('the full date and the zone are shown on hover', () => {
  expect(renderToStaticMarkup(<When at="2026-11-28T18:00:00Z" />)).toMatch(/title="Nov 28, 2026, \d+:00.[AP]M \S+"/)
})
