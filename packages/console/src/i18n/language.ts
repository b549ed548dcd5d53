import { getLocale, type Locale, localeFor, locales, setLocale } from '../ui/locale.ts'
import { readStored, writeStored } from '../ui/stored.ts'
import { keepComposed, keepSentences } from '../ui/translated.ts'
import { i18next, type MainLanguage, type Texts } from './i18n.ts'
import { keepLabels } from './words.ts'

interface Language {
  texts: Texts
  /** Translations of the server's English sentences, by the sentence. */
  sentences: Readonly<Record<string, string>>
}

/** Languages other than the built-in one; each is loaded on demand. */
const languages: Partial<Record<Locale, () => Promise<Language>>> = {
  'es-US': async () => {
    const [texts, sentences] = await Promise.all([import('./es-US/public.json'), import('./es-US/sentences.json')])
    return { texts: texts.default, sentences: sentences.default }
  },
}

/** The same languages behind the login. */
const mainLanguages: Partial<Record<Locale, () => Promise<MainLanguage>>> = {
  'es-US': () => import('./es-US/main.ts').then(({ mainLanguage }) => mainLanguage),
}

/** Whether the pages behind the login are loaded. */
let isMain = false

/** Where a user's choice is stored; `first-paint.js` reads it too. */
const storedName = 'language'

/** Sets the language the user chose in this browser, or the one the browser prefers. */
export function startLanguage(): Promise<void> {
  return changeTo(readLocale() ?? localeFor(navigator.languages))
}

/** Changes the language and remembers it. */
export function chooseLanguage(locale: Locale): Promise<void> {
  writeStored(storedName, locale)
  return changeTo(locale)
}

/** Loads what pages behind the login need in the current language; they are shown in English if it can't be loaded. */
export async function loadMainLanguage(): Promise<void> {
  isMain = true
  const locale = getLocale()
  await addMainLanguage(locale).catch((cause: unknown) =>
    console.warn(`The texts of ${locale} could not be loaded.`, cause),
  )
}

async function addMainLanguage(locale: Locale): Promise<void> {
  const language = await mainLanguages[locale]?.()
  for (const texts of language?.texts ?? []) addBundle(locale, texts)
  keepLabels(language?.labels ?? {})
  keepComposed(language?.composed)
}

function addBundle(locale: Locale, texts: Texts): void {
  i18next.addResourceBundle(locale, 'translation', texts, true, true, { silent: true })
}

function readLocale(): Locale | undefined {
  const stored = readStored<Locale>(storedName)
  return stored && Object.hasOwn(locales, stored) ? stored : undefined
}

async function changeTo(locale: Locale): Promise<void> {
  if (locale === getLocale()) return show(locale)
  try {
    const language = await languages[locale]?.()
    if (language) addBundle(locale, language.texts)
    if (isMain) await addMainLanguage(locale)
    keepSentences(language?.sentences ?? {})
    await i18next.changeLanguage(locale)
    show(locale)
  } catch (cause) {
    // The page keeps its language: every text exists in the built-in one.
    console.warn(`The language ${locale} could not be loaded.`, cause)
    show(getLocale())
  }
}

function show(locale: Locale): void {
  setLocale(locale)
  document.documentElement.lang = locale
}
