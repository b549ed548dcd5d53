import { type ChangeEvent, type KeyboardEvent, type RefCallback, useEffect, useRef, useState } from 'react'
import { createStore, useStore } from '../store.ts'
import type { mantineChoices } from './mantine-choices.ts'

type Choices = typeof mantineChoices

const store = createStore<Choices | undefined>(undefined)
let isLoading = false

/** Loads the choices once; a failed load is repeated by whatever needs them next. */
function load(): void {
  if (isLoading || store.get()) return
  isLoading = true
  import('./mantine-choices.ts')
    .then((loaded) => store.set(loaded.mantineChoices))
    .catch((cause: unknown) => console.warn('The list of choices could not be loaded.', cause))
    .finally(() => {
      isLoading = false
    })
}

/** Someone who is in any field of a form soon reaches the next one. */
function loadFromField({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches('input, textarea')) load()
}

/** What was done at a stand-in until the choice itself was loaded. */
interface Done {
  isFocused: boolean
  isOpened: boolean
  typed: string
}

interface HandOver {
  searchable: boolean
  /** Takes text that is entered before the choice is loaded, if any text is a value. */
  onEntered?: (text: string) => void
}

const arrowKeys = ['ArrowDown', 'ArrowUp']
const buttonKeys = ['Enter', ' ']

/**
 * Lets an input with the looks of a choice stand in for it until someone reaches it, and then hands over what was done
 * there: the focus, a click, typed text. So a page with choices is shown without the code of their lists.
 */
export function useHandOver({ searchable, onEntered }: HandOver) {
  const choices = useStore(store)
  const done = useRef<Done>({ isFocused: false, isOpened: false, typed: '' })
  const [typed, setTyped] = useState('')
  useEffect(() => {
    if (choices) return
    document.addEventListener('focusin', loadFromField)
    return () => document.removeEventListener('focusin', loadFromField)
  }, [choices])
  const enter = () => {
    if (typed.trim() !== '') onEntered?.(typed)
    done.current.typed = ''
    setTyped('')
  }
  const open = () => {
    done.current.isOpened = true
    load()
  }
  return {
    choices,
    /** For the choice itself: continues there. */
    takeOver: takeOverFrom(done),
    typed,
    /** For the stand-in's input. */
    standIn: {
      onFocus: () => {
        done.current.isFocused = true
        load()
      },
      onBlur: () => {
        enter()
        done.current = { isFocused: false, isOpened: false, typed: '' }
      },
      onPointerEnter: load,
      onPointerDown: open,
      onClick: open,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        done.current.typed = event.currentTarget.value
        setTyped(event.currentTarget.value)
        load()
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (typed !== '' && event.key === 'Enter') {
          event.preventDefault()
          if (onEntered) enter()
        }
        if (!arrowKeys.includes(event.key) && (searchable || !buttonKeys.includes(event.key))) return
        event.preventDefault()
        open()
      },
    },
  }
}

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
