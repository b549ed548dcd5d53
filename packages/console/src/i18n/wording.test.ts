import { expect, test } from 'vitest'
import { forbiddenIn } from '../../../../scripts/forbidden-words.ts'
import './main-texts.ts'
import { defaultLocale } from '../ui/locale.ts'
import { i18next, type Texts } from './i18n.ts'

// Every file of texts, in any folder.
import.meta.glob(['../**/text.ts', '../**/*-text.ts'], { eager: true })

test('no English text of the console uses a word that users never read', () => {
  const texts = leavesOf(i18next.getResourceBundle(defaultLocale, 'translation') as Texts)
  expect(texts.length).toBeGreaterThan(1000)
  expect(texts.flatMap((text) => forbiddenIn(text))).toEqual([])
})

/** Returns every text, without its placeholders: their names are not shown. */
function leavesOf(texts: Texts): string[] {
  return Object.values(texts).flatMap((value) =>
    typeof value === 'string' ? [value.replace(/\{\{.*?\}\}/g, '…')] : leavesOf(value),
  )
}
