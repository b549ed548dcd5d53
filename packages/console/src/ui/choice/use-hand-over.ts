import {
  type ChangeEvent,
  type ClipboardEvent,
  type KeyboardEvent,
  type RefCallback,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { createStore, useStore } from '../store.ts'
import type { Done, mantineChoices } from './mantine-choices.ts'

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

function loadFromField({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches('input, textarea')) load()
}

/** Someone who is in any field of a form soon reaches the next one. */
function useLoadFromField(isLoaded: boolean): void {
  useEffect(() => {
    if (isLoaded) return
    document.addEventListener('focusin', loadFromField)
    return () => document.removeEventListener('focusin', loadFromField)
  }, [isLoaded])
}

const nothing: Done = { isFocused: false, isOpened: false, typed: '' }

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
  const done = useRef<Done>(nothing)
  const [typed, setTyped] = useState('')
  useLoadFromField(choices !== undefined)
  const enter = (pasted = '') => {
    const text = done.current.typed + pasted
    if (text.trim() !== '') onEntered?.(text)
    done.current = { ...done.current, typed: '' }
    setTyped('')
  }
  const note = (what: Partial<Done>) => {
    done.current = { ...done.current, ...what }
    load()
  }
  const open = () => note({ isOpened: true })
  const standIn = {
    onFocus: () => note({ isFocused: true }),
    onBlur: () => {
      enter()
      done.current = nothing
    },
    onPointerEnter: load,
    onPointerDown: open,
    onClick: open,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      setTyped(event.currentTarget.value)
      note({ typed: event.currentTarget.value })
    },
    onPaste: onEntered && ((event: ClipboardEvent) => enter(takePasted(event))),
    onKeyDown: (event: KeyboardEvent) => {
      const { isEntry, isOpening } = meaningOf(event, { typed, searchable })
      if (isEntry || isOpening) event.preventDefault()
      if (isEntry && onEntered) enter()
      if (isOpening) open()
    },
  }
  /** `takeOver` is for the choice itself, which continues there; `standIn` for the input. */
  return { choices, takeOver: useTakeOver(choices, done), typed, standIn }
}

/** Returns a reference for a choice's input, at which what was done at its stand-in is repeated once. */
function useTakeOver(choices: Choices | undefined, done: RefObject<Done>): RefCallback<HTMLInputElement> {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (choices && input.current) choices.takeTyped(input.current, done.current)
    if (choices) done.current = nothing
  }, [choices, done])
  return (element) => {
    const isNew = element !== null && input.current === null
    input.current = element
    if (isNew) choices?.takeFocus(element, done.current)
  }
}

function takePasted(event: ClipboardEvent): string {
  event.preventDefault()
  return event.clipboardData.getData('text/plain')
}

/** Returns whether a key enters what was typed, or opens the list. */
function meaningOf({ key }: KeyboardEvent, { typed, searchable }: { typed: string; searchable: boolean }) {
  return {
    isEntry: typed !== '' && key === 'Enter',
    isOpening: arrowKeys.includes(key) || (!searchable && buttonKeys.includes(key)),
  }
}
