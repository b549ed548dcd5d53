import { text } from '@courtcrier/contract/fields/text.ts'
import { textList } from '@courtcrier/contract/fields/text-list.ts'
import { client } from '@courtcrier/contract/resources/client.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import '../i18n/main-texts.ts'
import { stubStorage } from '../session/testing/browser.ts'
import { titleQuery } from '../session/titles.ts'
import { inputOf } from './inputs.ts'
import { RecordOption } from './RecordOption.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import { controlOf } from './registry.ts'

beforeEach(() => stubStorage())
afterEach(() => vi.unstubAllGlobals())

const name = 'שלום (חברה)'

function shown(node: ReactNode, queryClient = new QueryClient()): string {
  return renderToStaticMarkup(
    <QueryClientProvider client={queryClient}>
      <MantineProvider>{node}</MantineProvider>
    </QueryClientProvider>,
  )
}

test('a name has a direction of its own in every cell that shows it', () => {
  for (const field of [text(4), textList(4)]) {
    const { Cell } = controlOf(field)
    for (const isFull of [false, true]) {
      const value = field.kind === 'textList' ? [name] : name
      expect(shown(<Cell value={value} field={field} isFull={isFull} />)).toMatch(/<bdi[^>]*>שלום \(חברה\)<\/bdi>/)
    }
  }
})

test('the title of a record has a direction of its own, where it is mentioned and where it is chosen', () => {
  const queryClient = new QueryClient()
  queryClient.setQueryData(titleQuery('client', 'c').queryKey, name)
  expect(shown(<RecordTitle entity="client" id="c" />, queryClient)).toContain(`<bdi>${name}</bdi>`)
  const option = <RecordOption label={name} resource={client} row={undefined} isChosen={false} />
  expect(shown(option)).toContain(`<bdi>${name}</bdi>`)
})

test('what is typed from right to left is shown so', () => {
  const field = text(4)
  const Input = inputOf(field)
  expect(shown(<Input field={field} label={name} value={name} onChange={() => undefined} />)).toContain('dir="auto"')
})
