import * as z from 'zod/mini'
import type { IdService, Target } from '../connector-by-id.ts'
import { noMatter, pickMatter } from '../pick-matter.ts'
import { problemError } from '../problems.ts'
import { checkKeyField } from './copy-keys.ts'
import { openFileFields } from './file-fields.ts'
import { findFile, findFolder, read, remove, type SalesforceFile, upload } from './files.ts'
import { query, type Salesforce } from './salesforce.ts'
import { like, type Soql, soql } from './soql.ts'

/** What the folder of all matters is called here. */
const allMatters = 'matters'
const mostRemembered = 5_000

/**
 * The matters of Litify, and the files of each. Salesforce has no folders within a matter: those of a path become the
 * beginning of the file's title, and a folder exists as soon as a title begins with it.
 */
export function openMatters(salesforce: Salesforce): IdService {
  // Nothing shows an empty folder to Salesforce, but the next file goes there.
  const made = new Set<string>()
  const fields = openFileFields(salesforce)
  return {
    untestable: () =>
      'Litify has no place for a test outside of matters. The first copy shows whether documents can be saved to its matter.',
    async rootId() {
      const text = soql`SELECT Id FROM litify_pm__Matter__c LIMIT 1`
      await query(salesforce, { text, record: z.object({ Id: z.string() }), what: 'looking at the matters' })
      await checkKeyField(salesforce)
      return allMatters
    },
    async findFolder(parentId, name) {
      if (parentId === allMatters) return findMatter(salesforce, name)
      const id = `${parentId}/${name}`
      return made.has(id) ? id : findFolder(salesforce, { folderId: parentId, name })
    },
    async makeFolder(parentId, name) {
      if (parentId === allMatters) throw noMatter('Litify', name)
      const id = `${parentId}/${name}`
      if (made.size >= mostRemembered) made.clear()
      made.add(id)
      return { id, made: true }
    },
    findFile: async (target, idempotencyKey) =>
      target.folderId === allMatters ? undefined : findFile(salesforce, target, idempotencyKey),
    upload: async (file, target) => upload(salesforce, file, inMatter(target)),
    read: (found) => read(salesforce, found),
    removeFile: (found) => remove(salesforce, found),
    removeFolder: async () => undefined,
    plan: fields.plan,
    // A file that a person added keeps what the person entered.
    afterSaving: async (found, file, wasThere) => {
      const { versionId, idempotencyKey } = found as SalesforceFile
      return wasThere && idempotencyKey !== file.idempotencyKey ? undefined : fields.save(versionId, file)
    },
  }
}

function inMatter(target: Target): Target {
  if (target.folderId !== allMatters) return target
  throw problemError(
    'rejected',
    "Litify saves files to matters only. The first folder of the storage policy's path must be the matter's number.",
  )
}

const matterForm = z.object({
  Id: z.string(),
  Name: z.nullish(z.string()),
  litify_pm__Display_Name__c: z.nullish(z.string()),
})

/** Finds a matter by its number or its name; folder names have other signs than these where no file system allows them. */
async function findMatter(salesforce: Salesforce, name: string): Promise<string | undefined> {
  const words = name.split(/[^\p{L}\p{N}]+/u)
  const exact = await findMatters(salesforce, soql`= ${name}`, name)
  const similar = await findMatters(salesforce, soql`LIKE ${like(...words)}`, name)
  return pickMatter([...exact, ...similar], name)?.id
}

async function findMatters(salesforce: Salesforce, condition: Soql, name: string) {
  const records = await query(salesforce, {
    text: soql`SELECT Id, Name, litify_pm__Display_Name__c FROM litify_pm__Matter__c WHERE Name ${condition} OR litify_pm__Display_Name__c ${condition}`,
    record: matterForm,
    what: `looking for the matter "${name}"`,
  })
  return records.map(({ Id, Name, litify_pm__Display_Name__c: displayName }) => ({
    id: Id,
    numbers: [Name, displayName],
  }))
}
