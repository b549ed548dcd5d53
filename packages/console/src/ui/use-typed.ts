import { type FormEventHandler, useState } from 'react'
import { isTyping } from './is-typing.ts'

/** Returns whether anything was typed into a dialog that gets the handler; choices, which are made again at once, don't count. */
export function useTyped(): { isTyped: boolean; onInput: FormEventHandler } {
  const [isTyped, setTyped] = useState(false)
  return { isTyped, onInput: ({ target }) => isTyping(target) && setTyped(true) }
}
