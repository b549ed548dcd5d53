import { notify } from './notices.ts'

/**
 * Copies text, and says so if that isn't possible: browsers have no clipboard for pages at unencrypted addresses, and a
 * policy or the user may refuse it. Returns whether it was copied.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    notify({ color: 'warning', text: 'copying.refused' })
    return false
  }
}
