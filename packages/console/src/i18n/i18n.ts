import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { defaultLocale } from '../ui/locale.ts'
import publicTexts from './en-US/public.json' with { type: 'json' }

/** The firm's own words, looked up before the product's texts. */
export const firmNamespace = 'firm'

/** Texts by key; nested keys are joined by dots. */
export interface Texts {
  [key: string]: string | Texts
}

void i18next.use(initReactI18next).init({
  lng: defaultLocale,
  fallbackLng: defaultLocale,
  defaultNS: firmNamespace,
  fallbackNS: 'translation',
  resources: { [defaultLocale]: { translation: publicTexts, [firmNamespace]: {} } },
  initAsync: false,
  // React escapes what it draws.
  interpolation: { escapeValue: false },
  react: { useSuspense: false, bindI18nStore: 'added removed' },
})

/** Adds a screen's texts when the screen is loaded; they are reached by the same `t`. */
export function addTexts(texts: Texts): void {
  // Nothing that is drawn already waits for them, so nothing is drawn anew.
  i18next.addResourceBundle(defaultLocale, 'translation', texts, true, true, { silent: true })
}

let sentences: Readonly<Record<string, string>> = {}

/** Takes translations of whole sentences, which the server and the program say in English. */
export function keepSentences(next: Readonly<Record<string, string>>): void {
  sentences = next
}

/** The text of a key, or the sentence itself when it is none: sentences hold colons and dots, which keys give a meaning. */
export function translated(textOrKey: string): string {
  if (i18next.exists(textOrKey)) return i18next.t(textOrKey)
  return Object.hasOwn(sentences, textOrKey) ? (sentences[textOrKey] ?? textOrKey) : textOrKey
}

export { i18next }
