import { withoutEnd } from '@courtcrier/lib/without-end.ts'
import * as z from 'zod/mini'
import { problemError } from '../problems.ts'
import { decoded } from '../ways/decoded.ts'
import { readAnswer } from '../ways/read-answer.ts'
import type { LibraryOptions } from './place.ts'

const idForm = z.object({ id: z.string() })
const drivesForm = z.object({
  value: z.array(z.object({ id: z.string(), name: z.nullish(z.string()), webUrl: z.nullish(z.string()) })),
  '@odata.nextLink': z.optional(z.string()),
})
type Drive = z.output<typeof drivesForm>['value'][number]

type Finding = Pick<LibraryOptions, 'api' | 'graph' | 'place'>

/** Returns the ID of the library of a credential: the one it names, or else the site's own. Throws a problem. */
export async function findDrive(options: Finding): Promise<string> {
  const { api, graph, place } = options
  const site = `${graph}/sites/${encodeURIComponent(await findSite(options)).replaceAll('%2C', ',')}`
  const { library } = place.settings
  if (!library) {
    const what = "looking for the site's library"
    return readAnswer(idForm, await api.call({ method: 'GET', url: `${site}/drive?$select=id`, what }), what).id
  }
  const drives = await listDrives(`${site}/drives?$select=id,name,webUrl`, options)
  const drive = drives.find((each) => namesOf(each).includes(library.toLowerCase()))
  if (drive) return drive.id
  const others = drives.flatMap(({ name }) => name ?? []).slice(0, 20)
  throw problemError('auth', `The site has no document library "${library}". It has: ${others.join(', ')}.`)
}

async function findSite({ api, graph, place }: Finding): Promise<string> {
  const { baseUrl } = place.settings
  const { hostname, pathname } = new URL(baseUrl ?? '')
  const path = withoutEnd(pathname, /\//)
  const what = 'looking for the site'
  const url = `${graph}/sites/${hostname}${path && `:${path}`}?$select=id`
  const answer = await api.call({ method: 'GET', url, what, meant: [404] })
  if (answer.status !== 404) return readAnswer(idForm, answer, what).id
  throw problemError(
    'auth',
    `SharePoint shows no site at ${baseUrl} to the application. Enter the address of the site as far as its name, such as https://firm.sharepoint.com/sites/Litigation.`,
  )
}

/** A site with more pages of libraries than this is a mistake. */
const mostPages = 20

async function listDrives(first: string, { api, graph }: Finding): Promise<Drive[]> {
  const what = "looking for the site's libraries"
  const found: Drive[] = []
  let url = first
  for (let page = 0; page < mostPages; page++) {
    const { value, '@odata.nextLink': next } = readAnswer(
      drivesForm,
      await api.call({ method: 'GET', url, what }),
      what,
    )
    found.push(...value)
    // The token goes to the service's own host only.
    if (!next?.startsWith(`${graph}/`)) return found
    url = next
  }
  throw problemError('rejected', `SharePoint's list has no end at ${what}.`)
}

/** A library has a name, and another one in its address: "Documents" is at "Shared Documents". */
function namesOf({ name, webUrl }: Drive): string[] {
  const last =
    URL.parse(webUrl ?? '')
      ?.pathname.split('/')
      .at(-1) ?? ''
  return [name ?? '', decoded(last)].map((each) => each.toLowerCase())
}
