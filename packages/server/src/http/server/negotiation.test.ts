import { expect, test } from 'vitest'
import { preferredType } from './negotiation.ts'

const json = 'application/json'
const protobuf = 'application/x-protobuf'
const registered = 'application/protobuf'

test.each([
  [undefined, protobuf],
  ['', protobuf],
  ['*/*', json],
  [json, json],
  [protobuf, protobuf],
  ['Application/X-Protobuf', protobuf],
  [registered, registered],
  [`${registered}, ${protobuf}`, protobuf],
  [`${protobuf};q=0.5, ${registered}`, registered],
  [`${protobuf}, ${json}`, json],
  [`${protobuf}, ${json};q=0.5`, protobuf],
  [`${protobuf}, */*;q=0.1`, protobuf],
  [`${json};q=0, */*`, protobuf],
  [`${json};q=0`, undefined],
  ['application/*', json],
  ['text/html,application/xhtml+xml,*/*;q=0.8', json],
  ['text/html', undefined],
  ['application/xml, text/*', undefined],
])('Accept: %s is answered with %s', (accept, type) => {
  expect(preferredType(accept)).toBe(type)
})
