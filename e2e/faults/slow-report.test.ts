import { expect, test } from 'vitest'
import { type FirmWaits, heldUp, type PartWaits } from './slow-report.ts'

const firm = (most: number, other: Partial<FirmWaits> = {}): FirmWaits => ({
  ...{ notices: 20, unfinished: 0, brokenOff: 0, median: most / 2, p95: most, most },
  ...other,
})
const without = { sameFirm: firm(4000), otherFirm: firm(4000), digests: { sent: 9, unsent: 0, most: 12_000 } }
const part = (found: Partial<PartWaits>): PartWaits => ({
  ...{ part: 'hung store', kept: 4, sameFirm: firm(5000), otherFirm: firm(5000) },
  ...found,
})
const judge = (found: Partial<PartWaits>) => heldUp({ without, parts: [part(found)] })

test('what is through in a few times the time it takes with nothing slow was not held up', () => {
  expect(judge({})).toEqual([])
  expect(judge({ sameFirm: firm(29_000) })).toEqual([])
})

test.each<[string, Partial<PartWaits>, RegExp]>([
  ['took many times as long', { otherFirm: firm(31_000) }, /^hung store, otherFirm: 31\.0 s, and 4\.0 s/],
  ['has not ended', { sameFirm: firm(9000, { unfinished: 2 }) }, /^hung store, sameFirm: 2 not ended/],
  ['ended after the first wait was given up', { sameFirm: firm(9000, { brokenOff: 1 }) }, /1 waits broken off before/],
  ['had nothing slow beside it', { kept: 0 }, /0 waiting$/],
  ['sent no daily message', { digests: { sent: 0, unsent: 9, most: 0 } }, /daily messages .* 0 sent, 9 not/],
  ['sent its daily messages late', { digests: { sent: 9, unsent: 0, most: 71_000 } }, /71\.0 s, and 12\.0 s/],
])('a firm that %s was held up', (_, found, sentence) => {
  expect(judge(found)[0]).toMatch(sentence)
})

test('a mail server that does not greet is given up early, which says nothing', () => {
  const gaveUp = firm(5000, { brokenOff: 3 })
  expect(judge({ part: 'silent mail server', sameFirm: gaveUp, otherFirm: gaveUp })).toEqual([])
})
