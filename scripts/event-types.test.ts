import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { eventLevels } from '../packages/contract/src/event-levels.ts'
import { dispositions } from '../packages/contract/src/notice.ts'
import { eventTypes } from '../packages/contract/src/resources/system-event.ts'

// A filter for what never occurs misleads the person who chooses it: everything is written somewhere, or the documentation says
// that and why it isn't.

const root = path.join(import.meta.dirname, '..')
const server = path.join(root, 'packages/server/src')
const programs = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$|testing\//.test(file))
  .map((file) => readFileSync(path.join(server, file), 'utf8'))
const page = readFileSync(path.join(root, 'docs/event-logs.md'), 'utf8')

/** What a program file must contain to write events, or the result of an inbox item. */
const writers = { event: /\b(?:recordEvent|insertEvents|EventLine|EventType)\b/, result: /\bdisposition\b/ }

/**
 * Returns whether a program writes the value. A word alone, such as `other` or `IGNORED`, is in many files for another
 * reason, or is only compared with: it must be what a property of this name gets.
 */
function isWritten({ name, value }: { name: string; value: string }, texts = programs): boolean {
  const writer = name === 'disposition' ? writers.result : writers.event
  const given = new RegExp(`\\b${name}: [^,;{}]*'${value}'`)
  return texts.some(
    (text) => writer.test(text) && (value.includes(' ') ? text.includes(`'${value}'`) : given.test(text)),
  )
}

const never = [...page.matchAll(/^\| ((?:`[^`]+`(?:, )?)+) \| Never: /gm)].flatMap(([, names = '']) =>
  [...names.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
)

const ofKind = (name: string, values: readonly string[]) => values.map((value) => ({ name, value }))

test.each([
  ...ofKind('type', eventTypes),
  ...ofKind('level', eventLevels),
  ...ofKind(
    'disposition',
    dispositions.filter((value) => value !== 'NO_DISPOSITION'),
  ),
])('$name $value is written, or the documentation says why it never is', (one) => {
  expect(isWritten(one)).toBe(!never.includes(one.value))
})

test('a value that is only compared, or belongs to something else, is not written', () => {
  const other = { name: 'type', value: 'other' }
  expect(isWritten(other, [`await recordEvent(trx, { level: 'AUDIT', type: 'other', sentence })`])).toBe(true)
  expect(isWritten(other, [`recordEvent(trx, line); return system === 'federal' ? system : 'other'`])).toBe(false)
  expect(isWritten(other, [`const answer = { type: 'other' }`])).toBe(false)
  const ignored = { name: 'disposition', value: 'IGNORED' }
  expect(isWritten(ignored, [`const columns = { disposition: 'IGNORED' }`])).toBe(true)
  expect(isWritten(ignored, [`where disposition = 'IGNORED'`])).toBe(false)
  const level = { name: 'level', value: 'ERROR' }
  expect(isWritten(level, [`recordEvent(trx, { level: hasFailed ? 'ERROR' : 'INFO' })`])).toBe(true)
  expect(isWritten(level, [`const isError = line.level === 'ERROR'; recordEvent(trx, line)`])).toBe(false)
})

test('the documentation explains every type, level and result', () => {
  expect([...eventTypes, ...eventLevels, ...dispositions].filter((value) => !page.includes(`\`${value}\``))).toEqual([])
})
