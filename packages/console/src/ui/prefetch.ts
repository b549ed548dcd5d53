import { whenIdle } from './when-idle.ts'

/** How long a page is left to what it shows before anything is loaded in advance, in milliseconds. */
const stillMs = 5000

/**
 * Loads in advance what the next click probably needs: as soon as the pointer or the focus is on something that opens
 * it (`near`, a selector), or once the page has been open for five seconds and the line isn't metered. A failed load is
 * repeated when the part is needed, and only then reported. Returns a function that cancels it.
 */
export function prefetch(load: () => Promise<unknown>, near: string): () => void {
  let cancelIdle = () => {}
  const take = () => {
    cancel()
    load().catch(() => {})
  }
  const onIntent = ({ target }: Event) => {
    if (target instanceof Element && target.closest(near)) take()
  }
  const timer = setTimeout(() => {
    if (!isMetered()) cancelIdle = whenIdle(take)
  }, stillMs)
  const cancel = () => {
    clearTimeout(timer)
    cancelIdle()
    for (const event of intents) document.removeEventListener(event, onIntent)
  }
  for (const event of intents) document.addEventListener(event, onIntent, { passive: true })
  return cancel
}

const intents = ['pointerover', 'focusin'] as const

/** The Network Information API, which Safari and Firefox lack; there a line counts as unmetered. */
interface Connection {
  saveData?: boolean
  type?: string
  effectiveType?: string
}

function isMetered(): boolean {
  const { connection } = navigator as Navigator & { connection?: Connection }
  if (!connection) return false
  return connection.saveData === true || connection.type === 'cellular' || /2g|3g/.test(connection.effectiveType ?? '')
}
