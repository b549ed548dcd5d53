import { expect, test } from 'vitest'
import { planElements, propertyUpdate } from './properties.ts'

test('properties become elements of our own, without what XML cannot contain', () => {
  expect(
    propertyUpdate({
      'Matter number': 'M & <1>',
      '2nd Autor·Société': ' Dé\u0007jà ',
      Empty: ' ',
      '§': 'no name',
      matter_number: 'b',
    }),
  ).toBe(
    '<?xml version="1.0" encoding="utf-8"?><D:propertyupdate xmlns:D="DAV:" xmlns:C="https://courtcrier.org/properties"><D:set><D:prop>' +
      '<C:matter-number>M &#38; &#60;1&#62;</C:matter-number><C:p-2nd-autor-societe>Dé jà</C:p-2nd-autor-societe>' +
      '</D:prop></D:set></D:propertyupdate>',
  )
})

test('without properties, no request is sent', () => {
  expect(propertyUpdate({})).toBeUndefined()
  expect(propertyUpdate({ Empty: '' })).toBeUndefined()
})

test('each property is known by its element before it is sent, or is left out', () => {
  const planned = planElements({ '2nd Author': ' Roe ', p_2nd_author: 'x', Empty: '' })
  expect(planned).toMatchObject([
    { property: '2nd Author', name: 'p-2nd-author', value: 'Roe', why: null },
    { property: 'p_2nd_author', name: null, why: 'Another property has this name.' },
    { property: 'Empty', name: null, why: 'It has no value.' },
  ])
})
