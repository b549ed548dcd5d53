import type { KeyboardEvent } from 'react'

/** Up and down go to the line above or below and choose nothing there; left and right choose, as in any radio group. */
export function moveByKeys(event: KeyboardEvent<HTMLTableElement>): void {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const from = event.target
  if (!step || !(from instanceof HTMLInputElement) || from.type !== 'radio') return
  event.preventDefault()
  const lines = [...event.currentTarget.querySelectorAll('tr')].filter((line) => radiosOf(line).length > 0)
  const at = lines.findIndex((line) => line.contains(from))
  const radios = radiosOf(lines[at + step])
  const target = radios.find((radio) => radio.checked) ?? radios[0]
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

function radiosOf(line: Element | undefined): HTMLInputElement[] {
  return [...(line?.querySelectorAll<HTMLInputElement>('input[type="radio"]:enabled') ?? [])]
}
