import { notify } from './notices.ts'

/**
 * Copies text, and says so if that isn't possible. Returns whether it was copied. Browsers give the clipboard to pages
 * with HTTPS only, and a firm may open its console in its own network without; there an older way works.
 */
export async function copyText(text: string): Promise<boolean> {
  const isCopied = await copyToClipboard(text)
  if (!isCopied) notify({ color: 'warning', text: 'copying.refused' })
  return isCopied
}

/** The same, for a caller that shows the text itself if it can't be copied. */
export async function copyToClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.setAttribute('aria-hidden', 'true')
  field.style.cssText = 'position: fixed; top: 0; opacity: 0'
  // A dialog keeps the focus inside.
  const place = focused?.closest('[role="dialog"]') ?? document.body
  place.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  return isCopied
}
