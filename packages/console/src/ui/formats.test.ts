import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../', import.meta.url).pathname

/** The only files that format dates and numbers. */
const writers = /^ui\/(format-[\w-]+|place-name|locale|time-zone)\.ts$|\.test\.tsx?$/

test("dates and numbers use the console's language and the firm's zone, never a hand-written format", () => {
  const byHand = /\.toFixed\(|\.toLocale(Date|Time)?String\(|\.to(Date|Time)String\(|\bnew Intl\.|'(en|es)-US'/
  const files = globSync('{app,fields,resource,screens,session,shell,transfer,ui}/**/*.{ts,tsx}', { cwd: root })
  const found = files.filter((file) => !writers.test(file) && byHand.test(readFileSync(root + file, 'utf8')))
  expect(found).toEqual([])
})
