import { createHash } from 'node:crypto'
import { withoutEnd } from '@courtcrier/lib/without-end.ts'

/** Windows and SharePoint count UTF-16 units, Unix file systems count bytes; a name stays within both limits. */
export const longestSegment = 120
const longestSegmentBytes = 255
export const longestPath = 1000

/**
 * One folder's name, legal on Windows, SharePoint and Unix. Empty if nothing in the text can be used (`..`, blanks,
 * control characters).
 */
export function safeSegment(text: string): string {
  return shorten(escapeReserved(cleanText(text)), '')
}

/** What is wrong with a path that someone typed, as a message code. */
export type PathProblem = 'outside_root' | 'invisible_characters'

/**
 * Returns what is wrong with a path as typed: it leads out of the folder it is meant to be below (up, or to another drive
 * or server), or has characters that no one sees.
 */
export function problemOfPath(path: string): PathProblem | undefined {
  const isElsewhere = isOnDrive(path) || /^\s*[/\\]{2}/.test(path)
  return isElsewhere ? 'outside_root' : problemOfNames(path)
}

/** Whether a path begins with a drive of Windows. */
export function isOnDrive(path: string): boolean {
  return /^\s*[a-z]:/i.test(path)
}

/** Returns what is wrong with the names in a path, or with one name. */
export function problemOfNames(path: string): PathProblem | undefined {
  if (path.split(/[/\\]/).some((part) => part.trim() === '..')) return 'outside_root'
  return unseen.test(path) ? 'invisible_characters' : undefined
}

/** The folders of a path, from the root down; separators are `/` and `\`. Never `..`, never empty names. */
export function safeFolders(path: string): string[] {
  return path
    .split(/[/\\]/)
    .map(safeSegment)
    .filter((segment) => segment !== '')
}

/**
 * A legal file name, never empty. The suffix (` (2)`) and the extension (`.pdf`) are kept if the stem is too long; a
 * shortened stem ends in a hash of the whole stem, so that two long names stay distinct.
 */
export function safeFileName({
  stem,
  extension,
  suffix = '',
}: {
  stem: string
  extension: string
  suffix?: string
}): string {
  const ending = `${suffix}${extension}`
  const whole = escapeReserved((cleanText(stem) || 'Document') + ending)
  return shorten(whole.slice(0, -ending.length || undefined), ending) + ending
}

/** Joins folders and a file name; if the path is too long, its deepest folders become one, named by a hash. */
export function joinPath(folders: readonly string[], fileName: string): string {
  const whole = [...folders, fileName].join('/')
  if (whole.length <= longestPath) return whole
  for (let kept = folders.length - 1; kept > 0; kept--) {
    const path = [...folders.slice(0, kept), folderOf(folders.slice(kept)), fileName].join('/')
    if (path.length <= longestPath) return path
  }
  return `${folderOf(folders)}/${fileName}`
}

function folderOf(folders: readonly string[]): string {
  return `_${shortHash(folders.join('/'))}`
}

/**
 * Directional marks can make `fdp.exe` read as `exe.pdf`; the others hide that two names differ. The joiners (U+200C and
 * U+200D) belong to the spelling of some languages.
 */
const hidden = '\\u00ad\\u061c\\u180e\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff\\ufff9-\\ufffb'
const invisible = new RegExp(`[${hidden}]`, 'g')
const unseen = new RegExp(`[${hidden}\\u0000-\\u001f\\u007f-\\u009f]`)

/** Replaces what Windows and SharePoint refuse; `3:26-cv-4` becomes `3-26-cv-4`, `Order: granted` `Order - granted`. */
function cleanText(text: string): string {
  const legal = text
    .toWellFormed()
    .replace(invisible, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: removing them is the point
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .normalize('NFC')
    .replace(/ ?[:|] /g, ' - ')
    .replace(/[:|/\\]/g, '-')
    .replace(/[<>"?*]/g, (character) => replacements[character] ?? '')
    // SharePoint reserves this, anywhere in a name.
    .replace(/_vti_/gi, '-vti-')
    .normalize('NFC')
  return trimEdges(legal)
}

const replacements: Readonly<Record<string, string>> = { '<': '(', '>': ')', '"': "'" }

/** Removes what hides a name on Unix, marks an Office lock file, or is silently dropped from the end by Windows. */
function trimEdges(text: string): string {
  return withoutEnd(text.replace(/^[\s.~]+/, ''), /[\s.]/)
}

function shorten(text: string, ending: string): string {
  if (fits(text + ending)) return text
  const hash = `_${shortHash(text)}`
  const points = [...text.slice(0, longestSegment)]
  while (points.length > 0 && !fits(points.join('') + hash + ending)) points.pop()
  return trimEdges(points.join('')) + hash
}

function fits(name: string): boolean {
  return name.length <= longestSegment && Buffer.byteLength(name) <= longestSegmentBytes
}

const reserved = /^(?:con|prn|aux|nul|conin\$|conout\$|clock\$|(?:com|lpt)[0-9¹²³]|desktop\.ini)\s*(?:\.|$)/i

function escapeReserved(name: string): string {
  return reserved.test(name) ? `_${name}` : name
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}
