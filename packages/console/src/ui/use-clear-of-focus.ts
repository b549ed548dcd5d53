import { type RefObject, useEffect } from 'react'

const gap = 8

/**
 * Moves what floats at the top below the element that has the focus, when it would cover it (WCAG 2.2, 2.4.11). Looks
 * again with every change of `contents` and wherever the focus goes.
 */
export function useClearOfFocus(floating: RefObject<HTMLElement | null>, contents: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other contents have another height
  useEffect(() => {
    const place = () => {
      const node = floating.current
      if (node) node.style.setProperty('--aside', `${asideOf(node)}px`)
    }
    place()
    document.addEventListener('focusin', place)
    return () => document.removeEventListener('focusin', place)
  }, [floating, contents])
}

/** How far down it has to go; none where it covers nothing, or where there is no room below. */
function asideOf(floating: HTMLElement): number {
  const focused = document.activeElement
  if (!focused || focused === document.body || floating.contains(focused)) return currentAside(floating)
  const box = focused.getBoundingClientRect()
  // A page or a list that is focused as a whole is not lost behind a notice.
  if (box.height === 0 || box.height > innerHeight / 3) return 0
  const shift = currentAside(floating)
  const covers = [...floating.children].some((child) => {
    const { left, right, top, bottom } = child.getBoundingClientRect()
    return left < box.right && right > box.left && top - shift < box.bottom && bottom - shift > box.top
  })
  const isRoom = box.bottom + gap + floating.offsetHeight < innerHeight
  return covers && isRoom ? Math.round(box.bottom + gap - floating.offsetTop) : 0
}

function currentAside(floating: HTMLElement): number {
  return Number.parseFloat(floating.style.getPropertyValue('--aside')) || 0
}
