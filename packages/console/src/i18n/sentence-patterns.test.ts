import { afterEach, expect, test } from 'vitest'
import { sentenceTranslator } from './sentence-patterns.ts'
import { keepLabels } from './words.ts'

afterEach(() => keepLabels({}))

const translate = sentenceTranslator({
  '{0} was chosen.': 'Se eligió {0}.',
  '{0} was chosen by {1}.': '{1} eligió {0}.',
  "The document couldn't be retrieved.": 'El documento no se pudo obtener.',
  'Get the document on PACER, and upload it.': 'Obtenga el documento en PACER y súbalo.',
  'Gave up after {0} attempts.': 'Se desistió tras {0} intentos.',
  'Not proven: {0}.': 'Sin probar: {0}.',
  'it has no signature': 'no está firmado',
  'Matched to {0}.': 'Se asignó a {0}.',
  '{0} by docket number {1}': '{0} por el número de expediente {1}',
  'All copies were saved': 'Se guardaron todas las copias',
  '{0} people are not notified': 'no se notifica a {0} personas',
  "An item that is {0} can't become {1}.": 'Un elemento con el estado {0} no puede pasar a {1}.',
  'No case has this number in {0}': 'Ningún caso tiene este número en {0}',
})

test.each([
  ['Calder v. Northgate was chosen by Ana.', 'Ana eligió Calder v. Northgate.'],
  ['Doe v. Acme Inc. was chosen. Gave up after 3 attempts.', 'Se eligió Doe v. Acme Inc. Se desistió tras 3 intentos.'],
  [
    "The document couldn't be retrieved. Get the document on PACER, and upload it.",
    'El documento no se pudo obtener. Obtenga el documento en PACER y súbalo.',
  ],
  ['Not proven: it has no signature.', 'Sin probar: no está firmado.'],
  [
    'Matched to Calder v. Northgate by docket number 1:26-cv-04417.',
    'Se asignó a Calder v. Northgate por el número de expediente 1:26-cv-04417.',
  ],
  ['All copies were saved; 2 people are not notified.', 'Se guardaron todas las copias; no se notifica a 2 personas.'],
  ['No case has this number in N.D. Cal.', 'Ningún caso tiene este número en N.D. Cal.'],
])('%s', (english, spanish) => expect(translate(english)).toBe(spanish))

test('a value that is a choice is shown by its label', () => {
  keepLabels({ 'Action Required': 'Requiere acción', New: 'Nuevo' })
  const fresh = sentenceTranslator({ "An item that is {0} can't become {1}.": 'Un {0} no puede pasar a {1}.' })
  expect(fresh("An item that is Action Required can't become New.")).toBe('Un Requiere acción no puede pasar a Nuevo.')
})

test('a sentence without a pattern stays as it is, and so does what surrounds it', () => {
  expect(translate('Nothing known. Mr. Roe did it.')).toBe('Nothing known. Mr. Roe did it.')
  expect(translate('Who knows. Gave up after 3 attempts.')).toBe('Who knows. Se desistió tras 3 intentos.')
})

test('a value may contain what is special in an expression or a replacement', () => {
  expect(translate('$& (a|b) {0} was chosen.')).toBe('Se eligió $& (a|b) {0}.')
})
