import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../../i18n/main-texts.ts'
import { PdfTools } from './PdfTools.tsx'
import type { PdfEngine } from './pdf-engine.ts'
import './text.ts'

function tools(state: { page: number; pageCount: number; scale: number }, engine?: PdfEngine): string {
  const bar = <PdfTools title={title} engine={engine} state={state} />
  return renderToStaticMarkup(<MantineProvider>{bar}</MantineProvider>)
}

const title = 'Motion'
const fields = (html: string) => html.match(/<input[^>]*>/g) ?? []

test('a document that isn’t open, or can’t be opened, has no page count, no zoom, and nothing to find', () => {
  const shown = tools({ page: 1, pageCount: 0, scale: 1 })
  expect(shown).not.toMatch(/of 0|100%|value="1"/)
  expect(fields(shown).map((field) => field.includes('disabled=""'))).toEqual([true, true])
})

test('an open document says which of its pages is shown, and how large', () => {
  const shown = tools({ page: 2, pageCount: 5, scale: 0.81 }, {} as PdfEngine)
  expect(shown).toContain('value="2"')
  expect(shown).toContain('of 5')
  expect(shown).toContain('81%')
  expect(fields(shown).map((field) => field.includes('disabled=""'))).toEqual([false, false])
})
