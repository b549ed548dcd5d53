import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')
const compose = read('compose.yml')
/** From its name to the next service. */
const app = compose.slice(compose.indexOf('\n  app:\n'), compose.indexOf('\n  database:\n'))
const environment = new Map(
  [...app.matchAll(/^ {6}([A-Z][A-Z0-9_]*): (.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
)
const known = [...read('packages/server/src/base/config.ts').matchAll(/'(COURTCRIER_[A-Z_]+|DATABASE_URL)'/g)].map(
  ([, name = '']) => name,
)

/** Set by the container, because its volumes and ports match these values. */
const fixed = [
  ...['COURTCRIER_DATA', 'COURTCRIER_BLOBS', 'COURTCRIER_STORAGE', 'COURTCRIER_HOST', 'COURTCRIER_PORT'],
  ...['COURTCRIER_SMTP_HOST', 'COURTCRIER_SMTP_PORT', 'DATABASE_URL'],
]

test('the container receives every setting in .env', () => {
  expect(app).toMatch(/\n {4}env_file:\n {6}- path: \.env\n {8}required: false\n/)
})

test('the container fixes its own settings and overrides no other setting of .env', () => {
  expect(known.length).toBeGreaterThan(30)
  for (const name of fixed) expect([name, environment.has(name)]).toEqual([name, true])
  for (const [name, value] of environment) {
    expect(known).toContain(name)
    if (!fixed.includes(name)) expect(value).toMatch(new RegExp(`^\\$\\{${name}:-[^}]*\\}$`))
  }
})

test('every setting of the program is in the manual, and the manual names no other', () => {
  const named = [...read('docs/operations.md').matchAll(/^\| `(COURTCRIER_[A-Z_]+|DATABASE_URL)`/gm)].map(
    ([, name = '']) => name,
  )
  expect([...new Set(named)].toSorted()).toEqual([...new Set(known)].toSorted())
})
