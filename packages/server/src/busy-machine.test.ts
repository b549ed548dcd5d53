import { type ChildProcess, spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { TemplateKind } from '@courtcrier/contract/template-kinds.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messageReader } from './courts/read-on-thread.ts'
import { printMessage } from './mail/as-pdf/print-message.ts'
import { openExaminer } from './mail/examine-senders.ts'
import { courtServer } from './mail/testing/court-mail.ts'
import { templateFiller } from './outbox/templates/fill-on-thread.ts'
import { textOfPages } from './testing/pdf.ts'

/** What a person or a court wrote is never refused because the machine is busy with something else. */

const corpus = path.join(import.meta.dirname, 'courts/corpus')
const files = readdirSync(corpus, { recursive: true, encoding: 'utf8' }).filter((name) => /_\d+\.txt$/.test(name))
/** Some of them more than once. */
const notices = Array.from({ length: 200 }, (_, n) =>
  mailOf(readFileSync(path.join(corpus, files[n % files.length] ?? ''))),
)

function mailOf(body: Buffer): Buffer {
  const head = 'From: ecf@cand.uscourts.gov\r\nTo: a@b.example\r\nSubject: Notice\r\nContent-Type: text/plain\r\n\r\n'
  return Buffer.concat([Buffer.from(head), body])
}

let loops: readonly ChildProcess[]
beforeAll(() => {
  loops = Array.from({ length: 8 }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }))
})
afterAll(() => {
  for (const loop of loops) loop.kill('SIGKILL')
})

test.each(Object.entries(templateStarters))("Courtcrier's own template %s has no problem", async (kind, starter) => {
  for (const field of ['subject', 'body'] as const)
    expect(
      await templateFiller.problems({ kind: kind as TemplateKind, field, template: starter[field] }),
      field,
    ).toEqual([])
})

test('notices of the corpus are read', async () => {
  expect(files.length).toBeGreaterThan(80)
  const answers = await Promise.all(notices.map((raw) => messageReader.parse({ raw })))
  expect(JSON.stringify(answers)).not.toMatch(/as if it were built to/)
})

test('senders are examined', async () => {
  // Nothing listens there: what the DNS would say doesn't matter here.
  const examiner = openExaminer({ dnsGateway: 'http://127.0.0.1:9/', log: pino({ level: 'silent' }) })
  const origin = { ...courtServer, mailFrom: 'ecf@cand.uscourts.gov' }
  const examined = await Promise.all(
    notices.slice(0, 40).map((raw) => examiner.examine({ raw, origin, trustedSealers: [] })),
  )
  await examiner.close()
  expect(examined.map(({ from }) => from)).toEqual(Array(40).fill(['ecf@cand.uscourts.gov']))
})

test('a message is printed with its layout', async () => {
  const pdf = await printMessage(async () => notices[0] ?? Buffer.of(), {
    ...{ firmId: 1, timeZone: 'UTC', receivedAt: '2026-11-20T18:00:00.000Z' },
  })
  expect((await textOfPages(pdf)).join(' ')).not.toContain("couldn't be printed")
})
