import { readFileSync } from 'node:fs'
import { webhookEvents } from '@courtcrier/contract/resources/webhook.ts'
import { expect, test } from 'vitest'
import { valuesOf } from './describe.ts'

const guide = readFileSync(new URL('../../../../../docs/webhooks.md', import.meta.url), 'utf8')

test.each(webhookEvents)('the guide lists every value of a call of %s, and no other', (event) => {
  const { entity, names } = valuesOf(event)
  const [, , values = ''] =
    guide
      .split('\n')
      .find((line) => line.startsWith(`| \`${entity}\` |`))
      ?.split('|') ?? []
  expect([...values.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(names)
})
