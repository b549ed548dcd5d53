import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../i18n/main-texts.ts'
import type { SaveState } from '../settings/use-firm-settings.ts'
import '../settings/text.ts'
import { LookSettings } from './LookSettings.tsx'

const stored = '{"messages":"important"}'
const next = '{"messages":"important","tableStripes":true}'

/** Returns which of the firm's switches are on: striped tables, and only important messages. */
function switchesOn(state: SaveState | undefined): boolean[] {
  const settings = {
    row: { webPreferences: stored },
    error: null,
    retry: () => {},
    canWrite: () => true,
    intended: () => (state && 'to' in state && state.to ? state.to.value : stored),
    save: () => {},
    undo: () => {},
    again: () => {},
    hasUnsaved: false,
    stateOf: () => state,
  }
  const markup = renderToStaticMarkup(
    <MantineProvider>
      <LookSettings settings={settings} />
    </MantineProvider>,
  )
  const switches = markup.match(/<input[^>]*type="checkbox"[^>]*>/g) ?? []
  return switches.slice(2).map((each) => each.includes(' checked=""'))
}

test('a preference that is being saved is on already, so that the next change keeps it', () => {
  expect(switchesOn(undefined)).toEqual([false, true])
  expect(switchesOn({ is: 'saving', to: { value: next } })).toEqual([true, true])
})

test('a preference that could not be saved is as it was', () => {
  const why = 'Courtcrier cannot be reached.'
  expect(switchesOn({ is: 'failed', to: { value: next }, why, isPassing: true })).toEqual([false, true])
})
