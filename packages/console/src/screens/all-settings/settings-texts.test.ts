import { systemRoles } from '@courtcrier/contract/resources/system-roles.ts'
import { expect, test } from 'vitest'
import { i18next } from '../../i18n/i18n.ts'
import { exportsLink, type NavLink, navigationOf, profileLink } from '../../shell/nav-plan.ts'
import { textKeyOf } from '../../shell/palette/page-words.ts'
import { faces } from '../registry.ts'
import './text.ts'

test('every entry says what it is for', () => {
  const roles = systemRoles.map((role) => ({ id: '', ...role }))
  const entries: NavLink[] = roles.flatMap((role) => navigationOf(faces, role).flatMap((section) => section.entries))
  const keys = [...entries, profileLink, exportsLink].map((link) => `allSettings.about.${textKeyOf(link)}`)
  expect(keys.filter((key) => !i18next.exists(key))).toEqual([])
})

test('a page is found by other words than its name', () => {
  const roles = systemRoles.map((role) => ({ id: '', ...role }))
  const entries: NavLink[] = roles.flatMap((role) => navigationOf(faces, role).flatMap((section) => section.entries))
  const keys = [...entries, profileLink, exportsLink].map(textKeyOf)
  const words = i18next.getResource('en-US', 'translation', 'allSettings.words') as Record<string, string>
  expect(Object.keys(words).filter((key) => !keys.includes(key))).toEqual([])
})
