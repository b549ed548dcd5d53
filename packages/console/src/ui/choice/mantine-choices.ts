import { MultiSelect, Select, TagsInput } from '@mantine/core'

/** What was done at a stand-in until the choice itself was loaded. */
export interface Done {
  readonly isFocused: boolean
  readonly isOpened: boolean
  readonly typed: string
}

/** Mantine's choices with a list: what positions and scrolls the list is most of their weight. */
export const mantineChoices = { MultiSelect, Select, TagsInput, takeFocus, takeTyped }

/** Gives a choice's input the focus that its stand-in had, in time for the next key. */
function takeFocus(input: HTMLInputElement, { isFocused }: Done): void {
  if (isFocused) input.focus()
}

/**
 * Repeats at a choice's input what else was done at its stand-in. To be called after the choice's first effects: that of
 * Mantine's `Select` empties the input.
 */
function takeTyped(input: HTMLInputElement, { isFocused, isOpened, typed }: Done): void {
  if (!isFocused) return
  if (typed !== '') type(input, typed + input.value)
  else if (isOpened) input.click()
}

/** Enters text as typing does: React listens to the event and reads the value past its own setter. */
function type(input: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }))
}
