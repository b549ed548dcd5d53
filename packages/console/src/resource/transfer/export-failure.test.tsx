import { type ExportRun, exportFailed } from '@courtcrier/contract/calls/transfer.ts'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../../i18n/main-texts.ts'
import { ApiFailure } from '../../session/api-failure.ts'
import { ExportFailure, reasonOf } from './ExportFailure.tsx'
import { ExportState } from './ExportLine.tsx'

const sentence = 'Table export failed, try again later'

/** Returns the words on screen. */
function shown(node: ReactNode): string {
  const markup = renderToStaticMarkup(<MantineProvider>{node}</MantineProvider>)
  return markup.replace(/<style[\s\S]*?<\/style>/g, '').replace(/<[^>]*>/g, '')
}

function run(reason: string): ExportRun {
  const times = { created_at: '2026-11-20T09:00:00.000Z', expires_at: null }
  const counts = { done: 0, total: 3, size: null }
  return {
    id: 'e',
    entity: 'client',
    file_name: 'Clients.csv',
    format: 'csv',
    status: 'failed',
    reason,
    ...counts,
    ...times,
  }
}

test('an export whose file could not be written says so once', () => {
  expect(shown(<ExportState run={run(exportFailed)} />)).toBe(`Failed ${sentence}`)
})

test('an export that was refused while it ran says why, too', () => {
  const why = 'Your role no longer sees every column of this export.'
  expect(shown(<ExportState run={run(why)} />)).toBe(`Failed ${sentence} ${why}`)
})

test.each([
  ['refused', new ApiFailure(403, { sentence: 'Your role does not allow this.' }), ' Your role does not allow this.'],
  ['not answered', new ApiFailure(0, { sentence: 'Courtcrier cannot be reached.' }), ' Courtcrier cannot be reached.'],
  ['failed at the server', new ApiFailure(500, { sentence: 'Error code: 500. Internal server error' }), ''],
  ['unreadable', new SyntaxError('Unexpected token < in JSON'), ''],
])('a call for an export that is %s has the sentence of the specification', (_, failure, why) => {
  expect(shown(<ExportFailure reason={reasonOf(failure)} />)).toBe(sentence + why)
})
