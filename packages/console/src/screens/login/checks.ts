import { isEmail } from '@courtcrier/contract/fields/email.ts'
import { i18next } from '../../i18n/i18n.ts'

/** Minimum length of a password (specification, section 5). */
const leastPassword = 8

/** Returns the problem with an email as a sentence; null if there is none. The other checks work the same way. */
export function emailProblem(text: string): string | null {
  if (text.trim() === '') return i18next.t('form.emailRequired')
  return isEmail(text.trim()) ? null : i18next.t('form.emailInvalid')
}

export function passwordProblem(text: string): string | null {
  if (text.trim() === '') return i18next.t('form.passwordRequired')
  return [...text].length < leastPassword ? i18next.t('form.passwordShort') : null
}

export function confirmationProblem(text: string, password: string): string | null {
  if (text === '') return i18next.t('form.confirmationRequired')
  return text === password ? null : i18next.t('form.confirmationMismatch')
}
