import { expect, test } from 'vitest'
import { printMessage } from './print-message.ts'

/** A message that fills many pages. */
const large = Buffer.from(`Subject: Large\r\n\r\n${'The docket text of a long report.\r\n'.repeat(4_000)}`)
const small = Buffer.from('Subject: Small\r\n\r\nThe docket text.\r\n')

test("a firm with many large notices to print doesn't keep another firm's waiting", async () => {
  const printed: string[] = []
  const read: string[] = []
  const print = async (firmId: number, raw: Buffer) => {
    const name = `firm ${firmId}`
    const open = async () => {
      read.push(name)
      return raw
    }
    await printMessage(open, { firmId, timeZone: 'UTC', receivedAt: '2026-11-20T18:00:00.000Z' })
    printed.push(name)
    return read.length - printed.length
  }
  const many = Array.from({ length: 12 }, () => print(1, large))
  const others = [print(2, small), print(3, small)]
  const inMemory = await Promise.all([...many, ...others])
  expect(printed.slice(0, 4)).toEqual(expect.arrayContaining(['firm 2', 'firm 3']))
  // Those that wait haven't been read.
  expect(Math.max(...inMemory)).toBeLessThan(2)
})
