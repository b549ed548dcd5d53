import type { ChangeEvent, ClipboardEvent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useHandOver } from './use-hand-over.ts'

const entered: string[] = []
let standIn: ReturnType<typeof useHandOver>['standIn'] | undefined

function TextsInput() {
  standIn = useHandOver({ searchable: true, onEntered: (text) => entered.push(text) }).standIn
  return null
}

test('text that was typed before a paste is entered once, with what was pasted', () => {
  renderToStaticMarkup(<TextsInput />)
  standIn?.onChange({ currentTarget: { value: 'one' } } as ChangeEvent<HTMLInputElement>)
  standIn?.onPaste?.({
    preventDefault: () => undefined,
    clipboardData: { getData: () => '.example' },
  } as unknown as ClipboardEvent)
  standIn?.onBlur()
  expect(entered).toEqual(['one.example'])
})
