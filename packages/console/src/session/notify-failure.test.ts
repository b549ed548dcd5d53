import { beforeEach, expect, test } from 'vitest'
import { dismissNotice, getNotices } from '../ui/notices.ts'
import { keepSentences } from '../ui/translated.ts'
import { ApiFailure } from './api-failure.ts'
import { notifyFailure } from './notify-failure.ts'

beforeEach(() => {
  for (const { id } of getNotices()) dismissNotice(id)
  keepSentences({})
})

const shown = () => getNotices().map(({ color, text }) => [color, text])

test('a failure is announced by its sentence, in the language of the console', () => {
  keepSentences({ 'Record not found.': 'Registro no encontrado.' })
  notifyFailure(new ApiFailure(404, { sentence: 'Record not found.' }))
  notifyFailure(new Error('The connection was lost.'))
  expect(shown()).toEqual([
    ['error', 'Registro no encontrado.'],
    ['error', 'The connection was lost.'],
  ])
})

test.each([401, 409, 500])('a failure with %s, which every call announces, isn’t announced again', (status) => {
  notifyFailure(new ApiFailure(status, { sentence: 'Refused.' }))
  expect(shown()).toEqual([])
})
