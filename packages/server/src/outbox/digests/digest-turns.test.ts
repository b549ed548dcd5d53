import { openTurns } from '@courtcrier/lib/turns.ts'
import { expect, test, vi } from 'vitest'
import { claimed, plantFiling, rowById, type TestServices } from '../copies/test-filing.ts'
import { openKind } from '../run.ts'
import { digestKind } from './kind.ts'
import { claimAllDue } from './schedule.ts'
import { plantScheduled, type TestMail, unfinished, withTestMail } from './test-digests.ts'

let services: TestServices
let server: TestMail
withTestMail((opened) => {
  ;({ services, server } = opened)
})

test("a message that its firm's mail server doesn't answer gives its slot to others, and the firm's next waits its turn", async () => {
  const filing = await plantFiling(services)
  for (const email of ['r.osei@hale-osei.example', 'j.hale@hale-osei.example'])
    await plantScheduled(services, filing, { email, at: '2026-11-21T10:00:00Z' })
  await claimAllDue(services, new Date('2026-11-21T17:00:00Z'))
  const [first = '', second = ''] = await unfinished(services)
  const { promise, resolve } = Promise.withResolvers<{ retry: string }>()
  const turns = openTurns({ mostTogether: 1, mostOfFirm: 1, slowMs: 20 })
  const { run } = openKind(digestKind(services, { ...server.mail, send: () => promise }, turns))
  const stepAside = vi.fn()
  const hanging = run({ ...claimed({ firmId: 1, id: first }), stepAside })
  await vi.waitFor(() => expect(stepAside).toHaveBeenCalledOnce(), { timeout: 60_000 })
  await run(claimed({ firmId: 1, id: second }))
  expect(await rowById(services, 'digests', second)).toMatchObject({
    status: 'waiting',
    attempts: 0,
    sentence: 'Waiting for its turn: other scheduled messages of the firm are being sent first.',
  })
  resolve({ retry: 'No answer.' })
  await hanging
  expect(await rowById(services, 'digests', first)).toMatchObject({ status: 'waiting', attempts: 1 })
})
