import { expect, test, vi } from 'vitest'
import { isCovered } from './is-covered.ts'

/** Puts the focus in a dialog whose content has a class, and something in it another; or outside of any. */
function focusIn(dialog?: { own: string; inner: string }) {
  const upper = dialog && {
    classList: { contains: (name: string) => name === dialog.own },
    querySelector: (selector: string) => (selector === `.${dialog.inner}` ? {} : null),
  }
  vi.stubGlobal('document', { activeElement: { closest: () => upper ?? null } })
}

test('a dialog is covered while the focus is in another one', () => {
  focusIn({ own: 'drawer', inner: 'parts' })
  expect(isCovered('drawer')).toBe(false)
  expect(isCovered('parts')).toBe(false)
  expect(isCovered('other')).toBe(true)
})

test('without focus in any dialog, none is covered', () => {
  focusIn()
  expect(isCovered('drawer')).toBe(false)
})
