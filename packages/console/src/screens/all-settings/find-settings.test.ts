import { IconTable } from '@tabler/icons-react'
import { expect, test } from 'vitest'
import { findSettings, type Setting } from './find-settings.ts'

function setting(name: string, words = '', about = ''): Setting {
  return { link: { route: `/${name}`, icon: IconTable }, name, about, words }
}

const groups = [
  { group: 'work' as const, settings: [setting('Cases', 'docket')] },
  { group: 'data' as const, settings: [setting('Clients'), setting('Judges'), setting('Ignored Cases')] },
  { group: 'special' as const, settings: [setting('Rules', 'mailbox'), setting('Ethical Walls')] },
  { group: 'account' as const, settings: [setting('User Profile', 'password', 'Your devices.')] },
]

/** Returns the found names by group. */
function found(typed: string): string {
  return findSettings(groups, typed)
    .map(({ group, settings }) => `${group}: ${settings.map(({ name }) => name).join(', ')}`)
    .join('; ')
}

test.each([
  [
    'all but daily work, if nothing is typed',
    ' ',
    'data: Clients, Judges, Ignored Cases; special: Rules, Ethical Walls; account: User Profile',
  ],
  ['a name', 'clie', 'data: Clients'],
  ['another word for it', 'mailbox', 'special: Rules'],
  ['its purpose', 'devices', 'account: User Profile'],
  ['daily work too, and the best match first', 'cases', 'work: Cases; data: Ignored Cases'],
  ['words in any order', 'walls ethical', 'special: Ethical Walls'],
  ['nothing', 'xyzzy', ''],
])('a search finds %s', (_, typed, expected) => expect(found(typed)).toBe(expected))
