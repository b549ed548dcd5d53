import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../i18n/main-texts.ts'
import { SaveNote } from './SaveNote.tsx'
import './text.ts'
import type { SaveState } from './use-firm-settings.ts'

const label = 'Name'
const why = 'Courtcrier cannot be reached. Check the connection and try again.'

function shown(state: SaveState): string {
  return renderToStaticMarkup(<SaveNote state={state} label={label} onUndo={() => {}} onAgain={() => {}} />)
}

test('a change that the server could not be reached for says so, and is offered again', () => {
  const note = shown({ is: 'failed', to: { value: 'Harlan' }, why, isPassing: true })
  expect(note).toContain('Courtcrier cannot be reached.')
  expect(note).toContain('aria-label="Save the change of Name again"')
})

test('a change that the server refused is not offered again as it is', () => {
  expect(shown({ is: 'failed', to: { value: 'x' }, why: 'Must be a valid email.', isPassing: false })).not.toContain(
    '<button',
  )
})

test('an undo that the server could not be reached for is offered again', () => {
  const note = shown({ is: 'failed', undoId: 'u1', why, isPassing: true })
  expect(note).toContain('be undone: Courtcrier cannot be reached.')
  expect(note).toContain('aria-label="Undo the change of Name"')
})
