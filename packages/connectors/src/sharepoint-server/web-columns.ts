import * as z from 'zod/mini'
import { type Column, type Columns, readingColumns, writingColumns } from '../sharepoint/columns.ts'
import { readAnswer } from '../ways/read-answer.ts'
import { itemAt } from './item-at.ts'
import type { Web } from './web.ts'
import { webCode, webCodes, webFailure } from './web-problem.ts'

const fieldsForm = z.object({
  value: z.array(
    z.object({
      /** Its name in the REST service; the internal one differs where that begins with a low line. */
      EntityPropertyName: z.string(),
      Title: z.nullish(z.string()),
      TypeAsString: z.nullish(z.string()),
    }),
  ),
})
type Field = z.output<typeof fieldsForm>['value'][number]

/** Columns that people may fill in. */
const query =
  '$filter=Hidden%20eq%20false%20and%20ReadOnlyField%20eq%20false&$select=EntityPropertyName,Title,TypeAsString'

/** The columns of a library on a SharePoint server; files go by their paths. */
export function webColumns({ web, listId }: { web: Web; listId: string }): Columns {
  return {
    async read() {
      const what = readingColumns
      const answer = await web.get(`/lists(guid'${encodeURIComponent(listId)}')/fields`, { what, query })
      return readAnswer(fieldsForm, answer, what).value.map(columnOf)
    },
    async write(path, values) {
      const { call, texts } = itemAt('File', path)
      const json = Buffer.from(JSON.stringify(values))
      const answer = await web.post(`${call}/ListItemAllFields`, {
        texts,
        what: writingColumns,
        headers: { 'x-http-method': 'MERGE', 'if-match': '*' },
        meant: [400, 500],
        body: { bytes: () => once(json), size: json.byteLength, type: 'application/json;odata=nometadata' },
      })
      if (answer.status < 300) return undefined
      const code = webCode(answer)
      // Values are refused with 500 as well; without a code, or while the file is locked, that passes.
      if (answer.status === 500 && (code === undefined || code === webCodes.locked))
        throw webFailure(answer, writingColumns)
      return String(code ?? answer.status)
    },
  }
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes
}

function columnOf({ EntityPropertyName: name, Title: displayName, TypeAsString }: Field): Column {
  const type = TypeAsString ?? ''
  return {
    name,
    displayName,
    ...(/^(?:Number|Currency|Integer)$/.test(type) ? { number: {} } : {}),
    ...(type === 'Boolean' ? { boolean: {} } : {}),
    ...(/^User/.test(type) ? { personOrGroup: {} } : {}),
    ...(/^Lookup/.test(type) ? { lookup: {} } : {}),
    ...(/^TaxonomyField/.test(type) ? { term: {} } : {}),
  }
}
