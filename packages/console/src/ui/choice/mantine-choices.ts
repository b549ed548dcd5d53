import { MultiSelect, Select, TagsInput } from '@mantine/core'
import type { RefCallback } from 'react'

/** What was done at a stand-in until the choice itself was loaded. */
export interface Done {
  readonly isFocused: boolean
  readonly isOpened: boolean
  readonly typed: string
}

/** Mantine's choices with a list: what positions and scrolls the list is most of their weight. */
export const mantineChoices = { MultiSelect, Select, TagsInput, takeOverFrom }

/** Returns what repeats at the choice's input what was done at its stand-in, once. */
function takeOverFrom(done: { current: Done }): RefCallback<HTMLInputElement> {
  return (input) => {
    const { isFocused, isOpened, typed } = done.current
    if (!input || !isFocused) return
    done.current = { isFocused: false, isOpened: false, typed: '' }
    input.focus()
    if (typed !== '') type(input, typed)
    else if (isOpened) input.click()
  }
}

/** Enters text as typing does: React listens to the event and reads the value past its own setter. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
