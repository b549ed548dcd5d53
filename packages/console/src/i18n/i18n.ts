import i18next, { type FormatterModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { formatNumber } from '../ui/format-number.ts'
import { defaultLocale } from '../ui/locale.ts'
import publicTexts from './en-US/public.json' with { type: 'json' }

/** The firm's own terms, looked up before the product's texts. */
export const firmNamespace = 'firm'

/** Texts by key; nested keys are joined by dots. */
export interface Texts {
  [key: string]: string | Texts
}

/** What pages behind the login need of a language, in addition to the login page's texts. */
export interface MainLanguage {
  texts: readonly Texts[]
  /** Translations of the labels and help texts in definitions, by the English text. */
  labels: Readonly<Record<string, string>>
  /** Translates a sentence that the server composed. */
  composed: (sentence: string) => string
}

/** Writes a count as every other number on the page; the rest is in the form in which it is to be shown. */
const countFormatter: FormatterModule = {
  type: 'formatter',
  init: () => {},
  add: () => {},
  addCached: () => {},
  format: (value, _format, _language, options) =>
    options?.interpolationkey === 'count' && typeof value === 'number' ? formatNumber(value) : value,
}

void i18next
  .use(initReactI18next)
  .use(countFormatter)
  .init({
    lng: defaultLocale,
    fallbackLng: defaultLocale,
    defaultNS: firmNamespace,
    fallbackNS: 'translation',
    resources: { [defaultLocale]: { translation: publicTexts, [firmNamespace]: {} } },
    initAsync: false,
    // No key contains a dot, so a text the firm doesn't name isn't searched for in every way a key could be split.
    ignoreJSONStructure: false,
    // React escapes everything it renders; this is for names written from right to left.
    interpolation: { escapeValue: true, escape: isolated, alwaysFormat: true },
    react: { useSuspense: false, bindI18nStore: 'added removed' },
  })

/** Hebrew, Arabic and the scripts next to them in Unicode, with their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Returns a text as it stands within a sentence: marked as one of its own if it is written from right to left, so that
 * its parentheses, and what follows it, stay on their side. `<bdi>` does the same for an element.
 */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

/** Adds a screen's texts when the screen is loaded; `t` then finds them. */
export function addTexts(texts: Texts): void {
  // Nothing already rendered uses them, so nothing is rendered again.
  i18next.addResourceBundle(defaultLocale, 'translation', texts, true, true, { silent: true })
}

export { i18next }
