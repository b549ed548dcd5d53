import { emptyRow } from '@courtcrier/contract/resource.ts'
import { genericCredential } from '@courtcrier/contract/resources/generic-credential.ts'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import '../i18n/main-texts.ts'
import { RecordFacts } from './RecordFacts.tsx'

const role = {
  ...{ id: '', name: 'Test', isSystemDefined: false },
  grants: { credential: { access: 'FULL' as const, fields: {} } },
}

function shown(values: object): string {
  const row = { ...emptyRow(genericCredential), ...values }
  return renderToStaticMarkup(
    <RecordFacts resource={genericCredential} row={row} role={role} keys={['apiKey', 'apiSecret']} />,
  )
}

test('a review says that a secret was entered, and never which', () => {
  const text = shown({ driver: 'S3', apiKey: 'AKIA123' })
  expect(text).toContain('<dt>API key</dt><dd>Entered, not shown</dd>')
  expect(text).not.toMatch(/AKIA123|API secret/)
})
