import { makeFilingStore } from '@courtcrier/sandbox/filings/filing-store.ts'
import { makeMessage } from '@courtcrier/sandbox/notice/message.ts'
import { profiles } from '@courtcrier/sandbox/profile.ts'
import { getCourt } from '@courtcrier/sandbox/world/courts.ts'
import { makeDemoWorld } from '@courtcrier/sandbox/world/demo/make-demo-world.ts'
import type { StateSystem } from '@courtcrier/sandbox/world/make-court.ts'
import { testPrivateKey } from './court-mail.ts'

/** A notice as the demo's courts write and sign it. */
export interface SandboxMail {
  name: string
  raw: Buffer
}

/** No directory lists the senders of these, so that their notices wait for a person. */
const unlisted: readonly (StateSystem | undefined)[] = ['nyscef', 'oneLegal']

/** One notice of each kind of court, and of each e-filing system of the states whose sender is known. */
export const sandboxMails: readonly SandboxMail[] = makeMails()

function makeMails(): SandboxMail[] {
  const mix = { ...profiles.demo.mix, odd: 0, regenerated: 0 }
  const world = makeDemoWorld('signatures', new Date('2026-11-02T12:00:00Z'))
  const filings = makeFilingStore({ world, profile: { ...profiles.demo, mix } })
  const mails = new Map<string, SandboxMail>()
  for (let count = 0; count < 400 && mails.size < 6; count++) {
    const filing = filings.fileNext()
    const court = getCourt(filing.courtId)
    const [notice] = filing.notices
    const name = `the sandbox's ${court.system ?? court.kind}`
    if (notice === undefined || mails.has(name) || unlisted.includes(court.system)) continue
    const { raw } = makeMessage(filing, notice, { privateKey: testPrivateKey, selector: 'test' })
    mails.set(name, { name, raw })
  }
  return [...mails.values()]
}
