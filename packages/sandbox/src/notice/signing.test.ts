import { expect, test } from 'vitest'
import { makeFilingStore } from '../filings/filing-store.ts'
import { profiles } from '../profile.ts'
import { getCourt } from '../world/courts.ts'
import { makeDemoWorld } from '../world/demo/make-demo-world.ts'
import { makeMessage } from './message.ts'
import { makeSigningKey, signingOf } from './signing.ts'
import { signingWays } from './signing-ways.ts'

test("the demo's courts sign in every way that courts do, each as those do", () => {
  const world = makeDemoWorld('signatures', new Date('2026-11-02T12:00:00Z'))
  const store = makeFilingStore({ world, profile: { ...profiles.demo, mix: { ...profiles.demo.mix, odd: 0 } } })
  const key = makeSigningKey()
  const raws = new Map<string, string>()
  for (let count = 0; count < 200; count++) {
    const filing = store.fileNext()
    const { way } = signingOf(getCourt(filing.courtId))
    const [notice] = filing.notices
    if (notice && !raws.has(way)) raws.set(way, makeMessage(filing, notice, key).raw.toString())
  }
  const { whole, ...ways } = signingWays
  for (const [way, { headers, canonicalization }] of Object.entries(ways)) {
    const signature = /^DKIM-Signature: (?:.+\r\n[ \t])*.+/.exec(raws.get(way) ?? '')?.[0].replace(/\s/g, '')
    expect([way, signature]).toEqual([way, expect.stringContaining(`;c=${canonicalization};`)])
    expect(signature).toContain(`;h=${headers.join(':')};`)
  }
})
