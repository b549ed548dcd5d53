import { defaultLocale, getLocale, type Locale, localeFor, locales, setLocale } from '../ui/locale.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { i18next, keepSentences, type Texts } from './i18n.ts'

interface Language {
  texts: Texts
  /** Translations of sentences that the server says in English, by those. */
  sentences: Readonly<Record<string, string>>
}

/** Languages beside the first one, which is in the program; each is fetched when somebody wants it. */
const languages: Partial<Record<Locale, () => Promise<Language>>> = {
  'es-US': async () => {
    const [texts, sentences] = await Promise.all([import('./es-US/texts.json'), import('./es-US/sentences.json')])
    return { texts: texts.default, sentences: sentences.default }
  },
}

/** Where a person's choice is kept; `first-paint.js` reads it as well. */
const storedName = 'language'

/** Sets the language a person chose on this browser, or the one that the browser asks for. */
export function startLanguage(): Promise<void> {
  return changeTo(readLocale() ?? localeFor(navigator.languages))
}

/** Changes the language and remembers it. */
export function chooseLanguage(locale: Locale): Promise<void> {
  writeStored(storedName, locale)
  return changeTo(locale)
}

function readLocale(): Locale | undefined {
  const stored = readStored<Locale>(storedName)
  return stored && Object.hasOwn(locales, stored) ? stored : undefined
}

async function changeTo(locale: Locale): Promise<void> {
  if (locale === getLocale()) return show(locale)
  try {
    const language = await languages[locale]?.()
    if (language) i18next.addResourceBundle(locale, 'translation', language.texts, true, true, { silent: true })
    keepSentences(language?.sentences ?? {})
    await i18next.changeLanguage(locale)
    show(locale)
  } catch (cause) {
    // The page stays in the language that it has: every text is there in the first one.
    console.warn(`The language ${locale} could not be loaded.`, cause)
    show(getLocale())
  }
}

function show(locale: Locale): void {
  setLocale(locale)
  document.documentElement.lang = locale
}

/** The language of what is not translated, for an element that holds it; undefined where the page's own holds. */
export function langOfUntranslated(locale: Locale): Locale | undefined {
  return locale === defaultLocale ? undefined : defaultLocale
}
