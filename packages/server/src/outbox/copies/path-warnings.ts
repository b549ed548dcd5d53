import { type Abbreviation, abbreviate } from './abbreviate.ts'
import { longestPath, longestSegment, safeSegment } from './safe-path.ts'
import { renderPath, renderText, type TemplateContext } from './template.ts'

/** The templates of a storage policy. */
export interface Templates {
  documentPath: string
  documentName: string
}

/** Returns sentences on names and lengths that Windows, SharePoint or Unix refuse, and what is done about them. */
export function pathWarnings(
  { documentPath, documentName }: Templates,
  { context, abbreviations }: { context: TemplateContext; abbreviations: readonly Abbreviation[] },
): string[] {
  const path = renderPath(documentPath, context)
  const name = renderText(documentName, context)
  if ('problem' in path || 'problem' in name) return []
  const parts = [...path.text.split(/[/\\]/), name.text].map((part) => abbreviate(part, abbreviations).trim())
  const whole = parts.join('/').length
  return [
    ...parts
      .slice(0, -1)
      .flatMap((part) => (part === '' ? ['A folder has no name for this document, so it is left out.'] : [])),
    ...parts.flatMap((part) => changeOf(part)),
    ...(whole > longestPath ? [`The path has ${whole} characters; its deepest folders are named by a hash.`] : []),
    ...(whole > sharePointPath && whole <= longestPath
      ? [`The path has ${whole} characters; SharePoint accepts ${sharePointPath} with the address of its library.`]
      : []),
  ]
}

/** "File path lengths": the decoded path, including the address of the library (SharePoint's limits page). */
const sharePointPath = 400

function changeOf(part: string): string[] {
  if (part === '') return []
  const safe = safeSegment(part)
  if (safe === part) return []
  if (part.length > longestSegment)
    return [`"${part.slice(0, 40)}…" has ${part.length} characters; it is shortened to ${longestSegment}.`]
  return [`"${part}" has characters that a DMS rejects; it becomes "${safe}".`]
}
