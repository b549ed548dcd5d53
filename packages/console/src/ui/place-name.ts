import { defaultLocale, getLocale } from './locale.ts'
import { translated } from './translated.ts'

/** Returns the name of a country, or of another place, in the reader's language: the server has it in English. */
export function placeName(place: string): string {
  if (getLocale() === defaultLocale) return place
  codes ??= countryCodes()
  const code = codes.get(place)
  return (code && new Intl.DisplayNames(getLocale(), { type: 'region' }).of(code)) ?? translated(place)
}

let codes: ReadonlyMap<string, string> | undefined

/** Returns the codes of countries by their English names. */
function countryCodes(): ReadonlyMap<string, string> {
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
  const all = letters.flatMap((first) => letters.map((second) => first + second))
  return new Map(all.map((code) => [names.of(code) ?? '', code]))
}
