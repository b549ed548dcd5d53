import { createStore, useStore } from './store.ts'

/** The languages of the console, each in its own name. */
export const locales = { 'en-US': 'English', 'es-US': 'Español' } as const
export type Locale = keyof typeof locales

export const defaultLocale: Locale = 'en-US'

const store = createStore<Locale>(defaultLocale)

/** Returns the language of texts, dates and numbers. */
export function getLocale(): Locale {
  return store.get()
}

export function useLocale(): Locale {
  return useStore(store)
}

export function setLocale(locale: Locale): void {
  store.set(locale)
}

/** Returns the console language that best matches the preferences, most preferred first. */
export function localeFor(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    const [language] = tag.toLowerCase().split('-')
    const found = (Object.keys(locales) as Locale[]).find((locale) => locale.startsWith(`${language}-`))
    if (found) return found
  }
  return defaultLocale
}
