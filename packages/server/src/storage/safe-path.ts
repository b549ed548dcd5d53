import { createHash } from 'node:crypto'
import { withoutEnd } from '../base/lib/without-end.ts'

/** Windows and SharePoint count UTF-16 units, Unix file systems count bytes; a name keeps to both. */
export const longestSegment = 120
const longestSegmentBytes = 255
export const longestPath = 1000

/**
 * One folder's name, legal on Windows, SharePoint and Unix. Empty when nothing of the text can be kept
 * (`..`, blanks, control characters).
 */
export function safeSegment(text: string): string {
  return shorten(escapeReserved(cleanText(text)), '')
}

/** The folders of a path, from the root down; separators are `/` and `\`. Never `..`, never empty names. */
export function safeFolders(path: string): string[] {
  return path
    .split(/[/\\]/)
    .map(safeSegment)
    .filter((segment) => segment !== '')
}

/**
 * A legal file name, never empty. The suffix (` (2)`) and the extension (`.pdf`) survive when the stem is too
 * long; a shortened stem ends in a hash of the whole, so that two long names stay two.
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

/** Joins folders and a file name; the deepest folders of an over-long path become one that is named by a hash. */
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

// Directional marks can make `fdp.exe` read as `exe.pdf`; a byte order mark is invisible.
const invisible = /[\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

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
    // SharePoint keeps this for itself, anywhere in a name.
    .replace(/_vti_/gi, '-vti-')
    .normalize('NFC')
  return trimEdges(legal)
}

const replacements: Readonly<Record<string, string>> = { '<': '(', '>': ')', '"': "'" }

/** Names hidden on Unix, Office's lock files, and what Windows silently drops from the end. */
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
