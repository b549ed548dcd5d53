import { afterAll, beforeAll, expect, test } from 'vitest'
import { isTakenByFirm, queueNames } from '../base/db/job.ts'
import { arrivalTurns } from '../notices/pipeline/later-arrivals.ts'
import { openTestServices, type TestServices } from './copies/test-filing.ts'
import { openKinds } from './kinds.ts'
import type { OutgoingMail } from './mail/outgoing-mail.ts'

let services: TestServices
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('the queues taken by firm are those of the kinds that limit how much of them a firm has at a time', () => {
  const kinds = openKinds(services, {} as OutgoingMail)
  const limited = kinds.filter(({ mostOfFirm }) => mostOfFirm !== undefined).map(({ queue }) => queue)
  // What is received again is examined by firm too, and goes nowhere.
  expect(queueNames.filter(isTakenByFirm).toSorted()).toEqual(['arrival', ...limited].toSorted())
  expect(arrivalTurns.mostOfFirm).toBeLessThan(arrivalTurns.concurrency)
})
