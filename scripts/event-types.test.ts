import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { dispositions } from '../packages/contract/src/notice.ts'
import { eventLevels, eventTypes } from '../packages/contract/src/resources/system-event.ts'

// A filter for what never occurs misleads the person who chooses it: everything is written somewhere, or the documentation says
// that and why it isn't.

const root = path.join(import.meta.dirname, '..')
const server = path.join(root, 'packages/server/src')
const programs = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|testing\//.test(file))
  .map((file) => readFileSync(path.join(server, file), 'utf8'))
const page = readFileSync(path.join(root, 'docs/event-logs.md'), 'utf8')

const isWritten = (value: string) => programs.some((text) => text.includes(`'${value}'`))
const never = [...page.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \| Never: /gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
)

test.each([...eventTypes, ...eventLevels, ...dispositions].filter((value) => value !== 'NO_DISPOSITION'))(
  '%s is written, or the documentation says why it never is',
  (value) => {
    expect(isWritten(value)).toBe(!never.includes(value))
  },
)

test('the documentation explains every type, level and result', () => {
  expect([...eventTypes, ...eventLevels, ...dispositions].filter((value) => !page.includes(`\`${value}\``))).toEqual([])
})
