import * as z from 'zod/mini'
import type { StorePlace } from '../connector-kind.ts'
import { problemError } from '../problems.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { Web } from './web.ts'

const librariesForm = z.object({
  value: z.array(
    z.object({
      Id: z.string(),
      Title: z.nullish(z.string()),
      RootFolder: z.object({ ServerRelativeUrl: z.string() }),
    }),
  ),
})

/** Visible document libraries. */
const query =
  '$filter=BaseTemplate eq 101 and Hidden eq false&$select=Id,Title,RootFolder/ServerRelativeUrl&$expand=RootFolder'

interface FoundLibrary {
  /** On the server. */
  path: string
  listId: string
}

/** Returns the credential's library: the one it names, or else the only one, or the usual one. */
export async function findLibrary({ web, place }: { web: Web; place: StorePlace }): Promise<FoundLibrary> {
  const { baseUrl, library } = place.settings
  const what = "looking for the site's libraries"
  const answer = await web.get('/lists', { what, query: query.replaceAll(' ', '%20'), meant: [404] })
  if (answer.status === 404)
    throw problemError(
      'auth',
      `There is no SharePoint site at ${baseUrl}. Enter the address of the site as far as its name, such as https://sharepoint.firm.example/sites/Litigation.`,
    )
  const libraries = readAnswer(librariesForm, answer, what).value.map(({ Id: listId, Title, RootFolder }) => {
    const path = RootFolder.ServerRelativeUrl
    return { listId, title: Title ?? '', path, folder: path.slice(path.lastIndexOf('/') + 1) }
  })
  const wanted = (library ?? 'Shared Documents').toLowerCase()
  const found = libraries.find(({ title, folder }) => [title, folder].some((name) => name.toLowerCase() === wanted))
  const only = library || libraries.length !== 1 ? undefined : libraries[0]
  const chosen = found ?? only
  if (chosen) return chosen
  const titles = libraries.map(({ title }) => title).slice(0, 20)
  if (library)
    throw problemError('auth', `The site has no document library "${library}". It has: ${titles.join(', ')}.`)
  throw problemError('auth', `Enter which document library of the site is meant. It has: ${titles.join(', ')}.`)
}
