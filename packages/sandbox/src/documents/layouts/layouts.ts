import { federalBrackets, federalPlain, federalRight, pleadingPaper } from './federal.ts'
import type { PageLayout } from './layout.ts'
import { appellateCover, bankruptcy, civilMinutes, courtForm, courtOrder } from './other.ts'
import { california, florida, newYork, texas } from './state.ts'
import { exhibitSheet, letterToCourt, opinion } from './untitled.ts'

/** The ways in which first pages are laid out, by name. */
export const layouts = {
  'federal, brackets': federalBrackets,
  'federal, title beside': federalRight,
  'federal, plain': federalPlain,
  'federal, pleading paper': pleadingPaper,
  'Texas, section signs': texas,
  'New York': newYork,
  Florida: florida,
  'California, pleading paper': california,
  bankruptcy,
  'appellate cover': appellateCover,
  order: courtOrder,
  form: courtForm,
  minutes: civilMinutes,
  exhibit: exhibitSheet,
  letter: letterToCourt,
  'opinion without a title': opinion,
} satisfies Record<string, PageLayout>

export type PageLayoutName = keyof typeof layouts
