import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { leastThreadTimeOf } from '../testing/thread-time.ts'
import { californiaEfsp } from './formats/california-efsp/parser.ts'
import { fileServexpress } from './formats/file-servexpress/parser.ts'
import { floridaPortal } from './formats/florida-portal/parser.ts'
import { nyscef } from './formats/nyscef/parser.ts'
import { tylerEfile } from './formats/tyler-efile/parser.ts'
import { readFixture } from './read-fixture.ts'
import { courtParsers } from './registry.ts'

const statewide = [tylerEfile, floridaPortal, nyscef, fileServexpress, californiaEfsp]
const names = new Set(statewide.map(({ name }) => name))

function messagesIn(folder: URL): URL[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.isDirectory()) return messagesIn(new URL(`${entry.name}/`, folder))
    return /\.(?:txt|eml|html)$/.test(entry.name) && !entry.name.startsWith('LICENSE')
      ? [new URL(entry.name, folder)]
      : []
  })
}

test("no court's message is claimed by a reader of e-filing services", async () => {
  const files = messagesIn(new URL('corpus/', import.meta.url))
  expect(files.length).toBeGreaterThan(80)
  for (const file of files) {
    const message = await readFixture(file)
    for (const parser of statewide) expect(parser.score(message), `${parser.name} of ${file.pathname}`).toBe(0)
  }
})

test('no message of an e-filing service is read by another reader', async () => {
  for (const own of statewide) {
    for (const file of messagesIn(new URL(`formats/${own.name}/fixtures/`, import.meta.url))) {
      const message = await readFixture(file)
      const others = courtParsers.filter((parser) => parser !== own).map((parser) => parser.score(message))
      expect(own.score(message), file.pathname).toBeGreaterThan(Math.max(...others))
    }
  }
})

test('every reader of e-filing services is listed', () => {
  expect(courtParsers.filter(({ name }) => names.has(name))).toHaveLength(statewide.length)
})

test('each fixture is scored and read in far less than 50 milliseconds', async () => {
  const files = statewide.flatMap(({ name }) => messagesIn(new URL(`formats/${name}/fixtures/`, import.meta.url)))
  const messages = await Promise.all(files.map(readFixture))
  const readAll = () => {
    for (const message of messages) {
      for (const parser of statewide) if (parser.score(message) > 0) parser.read({ ...message }, {})
    }
  }
  expect(leastThreadTimeOf(readAll) / messages.length).toBeLessThan(25)
})
