import { problemError } from '../problems.ts'

/** Extensions of the files into which SharePoint writes the properties of their list item when it saves them. */
const officeFile = /\.(?:do[ct][mx]?|p(?:ot|ps|pt)[mx]?|vsd[mx]|xl[st][bmx]?)$/i

/** Whether SharePoint changes the bytes of a file with this name. */
export function isRewritten(name: string): boolean {
  return officeFile.test(name)
}

/** Names that other systems allow and SharePoint doesn't (Microsoft support, "Restrictions and limitations"). */
const refused = /^(?:~\$.*|\.lock|desktop\.ini|con|prn|aux|nul|com\d|lpt\d)$|_vti_|["*:<>?/\\|]|^\s|\s$/i

/** In characters of the decoded path, from the site on (Microsoft support, "Restrictions and limitations"). */
export const longestPath = 400

/** What to do about a path that is too long. */
export const shorten = 'Shorten the folders or the file name in the storage policy.'

/** Throws for a path that SharePoint never takes. `library` is the library's own path on the server, decoded. */
export function refuseLongPath(library: string, path: string): void {
  const { length } = `${library}/${path}`.replace(/^\/+/, '')
  if (length <= longestPath) return
  throw problemError(
    'rejected',
    `SharePoint takes paths of up to ${longestPath} characters, with the site and the library, and this one has ${length}. ${shorten}`,
  )
}

/** Throws for a name that SharePoint never takes. */
export function refuseName(name: string, { isTop }: { isTop: boolean }): void {
  if (refused.test(name)) throw problemError('rejected', `SharePoint doesn't allow the name "${name}".`)
  if (isTop && name.toLowerCase() === 'forms')
    throw problemError(
      'rejected',
      `SharePoint uses "${name}" at the top of a library itself. Choose another folder in the storage policy.`,
    )
}
