import { describeProblem, partsOf } from '@courtcrier/contract/messages.ts'
import { translated } from '../ui/translated.ts'
import { i18next } from './i18n.ts'

/** Returns the sentence for a code such as `too_long:120`; a translation `validation.too_long` takes precedence. */
export function sentenceOf(code: string): string {
  const { name, argument } = partsOf(code)
  return i18next.t(`validation.${name}`, { 0: translated(argument), defaultValue: describeProblem(code) })
}
