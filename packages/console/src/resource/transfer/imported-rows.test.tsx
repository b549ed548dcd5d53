import type { ImportState, ShownError } from '@courtcrier/contract/calls/imports.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mainLanguage } from '../../i18n/es-US/main.ts'
import { i18next } from '../../i18n/i18n.ts'
import '../../i18n/main-texts.ts'
import { stubStorage } from '../../session/testing/browser.ts'
import { keepComposed } from '../../ui/translated.ts'
import ImportedRows from './ImportedRows.tsx'
import './text.ts'

beforeEach(() => stubStorage())
afterEach(async () => {
  vi.unstubAllGlobals()
  keepComposed()
  await i18next.changeLanguage('en-US')
})

/** Loads what the console loads for a reader of Spanish, as far as an import's rows need it. */
async function speakSpanish(): Promise<void> {
  for (const each of mainLanguage.texts) i18next.addResourceBundle('es-US', 'translation', each, true, true)
  keepComposed(mainLanguage.composed)
  await i18next.changeLanguage('es-US')
}

/** Returns the cells of an import's table of errors. */
function shown(...errors: readonly ShownError[]): readonly string[] {
  const state = { id: 'i', status: 'stopped', counts: { error: errors.length }, kept_rows: 1000 }
  const queryClient = new QueryClient()
  queryClient.setQueryData(['import_run', 'rows', state.id, state.status, 'error'], {
    pages: [{ rows: [], errors, kept: errors.length }],
    pageParams: [0],
  })
  const text = renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>
        <ImportedRows resource={client} state={state as unknown as ImportState} kind="error" />
      </MantineProvider>
    </QueryClientProvider>,
  )
  return [...text.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell = '']) => cell)
}

const torn: ShownError = {
  ...{ row: 2, column: '', found: '2 cells', cells: 2 },
  ...{ expected: '1 cell, like the header.', fix: 'Put cells that contain commas in quotation marks.' },
}

test('how many cells a row has is said in the language of the console', async () => {
  expect(shown(torn)[0]).toBe('2 cells')
  await speakSpanish()
  expect(shown(torn)[0]).toBe('2 celdas')
  expect(shown({ ...torn, found: '1 cell', cells: 1 })[0]).toBe('1 celda')
})

test('what a cell of the file has is shown as it is', async () => {
  await speakSpanish()
  expect(shown({ row: 2, column: 'Name', found: '2 cells', expected: '', fix: '' })[0]).toBe('2 cells')
})

test('what was expected, and how to fix it, is said in the language of the console', async () => {
  await speakSpanish()
  expect(shown(torn).slice(1)).toEqual([
    '1 celda, como el encabezado.',
    'Ponga entre comillas las celdas que contienen comas.',
  ])
  const long = { ...{ row: 2, column: 'Name', found: 'x', code: 'too_long:120' }, fix: 'Shorten the text.' }
  expect(shown({ ...long, expected: 'Length less than 121 characters.' }).slice(1)).toEqual([
    'Menos de 121 caracteres.',
    'Acorte el texto.',
  ])
})
