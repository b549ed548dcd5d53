import { type Effects, shownBy } from './effect.ts'

const rest = shownBy('packages/connectors/src/rest/rest.test.ts')
const byPath = rest('REST (by path)')
const byForm = rest('REST (by form)')
const links = rest('has the link that its answer tells, or one made of its parts')

/** Of a service that an administrator describes. */
export const restEffects: Effects = {
  uploadMethod: byForm,
  uploadPath: byPath,
  uploadBody: byForm,
  fileField: byForm,
  formFields: rest('receives the document properties that its form names'),
  headers: rest('never gets a header that a value has broken'),
  readPath: byPath,
  folderMethod: byPath,
  folderPath: byPath,
  folderBody: byPath,
  linkTemplate: links,
}

const neos = rest('Neos is saved to with its key, by the calls that its vendor names')

export const neosEffects: Effects = { baseUrl: neos, apiKey: neos, apiSecret: neos, ...restEffects }
