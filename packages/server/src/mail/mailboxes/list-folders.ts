import type { MailboxFolders } from '@courtcrier/contract/calls/mailboxes.ts'
import type { Field } from '@courtcrier/contract/fields/field.ts'
import { validateValue } from '@courtcrier/contract/input.ts'
import { mailbox } from '@courtcrier/contract/resources/mailbox.ts'
import { MailboxProblem } from './mailbox-problem.ts'

/** Folders as a mail server names them. */
export interface NamedFolders {
  /** Of each, the names from the top. */
  paths: readonly (readonly string[])[]
  /** Whether the server has more. */
  hasMore: boolean
}

/** How the folders of a mailbox are read. */
export interface FolderSource {
  /** Stops asking for more once `isLate`. */
  list: (isLate: () => boolean) => Promise<NamedFolders>
  describe: (error: unknown) => string
  close?: () => void
}

/** How long is waited for folders, in milliseconds: less than the console waits for an answer. */
export const longestMs = 12_000

interface FolderLimits {
  /** What is known by then is answered. */
  enoughMs: number
  longestMs: number
}

const usualLimits: FolderLimits = { enoughMs: 8000, longestMs }

/** How many folders are answered at most. */
export const mostFolders = 500

/** Lists the folders of a mailbox that can be chosen, and changes nothing in it; or says why it couldn't. */
export async function listFolders(open: () => FolderSource, limits = usualLimits): Promise<MailboxFolders> {
  let source: FolderSource | undefined
  try {
    source = open()
    return foldersOf(await inTime(source, limits))
  } catch (error) {
    if (!source && !(error instanceof MailboxProblem)) throw error
    return failed(source ? source.describe(error) : (error as MailboxProblem).message)
  } finally {
    source?.close?.()
  }
}

/** Returns the answer for a mailbox whose folders can't be listed. */
export function failed(sentence: string): MailboxFolders {
  return { ok: false, folders: [], isComplete: false, sentence }
}

async function inTime({ list }: FolderSource, { enoughMs, longestMs }: FolderLimits): Promise<NamedFolders> {
  const enoughAt = performance.now() + enoughMs
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new MailboxProblem(noAnswer, { isRefusal: false })), longestMs)
  try {
    return await Promise.race([list(() => performance.now() > enoughAt), tooLate])
  } finally {
    clearTimeout(timer)
  }
}

const noAnswer = 'The mail server did not list its folders in time. Try again, or enter the path of the folder.'

/** Only what the mailbox could be saved with: a server may name its folders in any way. */
function foldersOf({ paths, hasMore }: NamedFolders): MailboxFolders {
  const usable = paths.filter(canBeChosen)
  // Of too many, those at the top lead to all others.
  const nearest = usable.toSorted((one, other) => one.length - other.length)
  const all = [...new Set(nearest.map((names) => names.join('/')))]
  const folders = all.slice(0, mostFolders).toSorted(inboxFirst)
  const isComplete = !hasMore && all.length <= mostFolders
  const left = paths.length - usable.length
  return { ok: true, folders, isComplete, sentence: sentenceOf({ count: folders.length, isComplete, left }) }
}

function canBeChosen(names: readonly string[]): boolean {
  if (names.length === 0 || names.some((name) => name === '' || name.includes('/'))) return false
  const path = names.join('/')
  const checked = validateValue(mailbox.fields.folder as Field, path)
  return 'value' in checked && checked.value === path
}

function inboxFirst(one: string, other: string): number {
  return Number(isInbox(other)) - Number(isInbox(one)) || one.localeCompare(other)
}

function isInbox(folder: string): boolean {
  return folder.toUpperCase() === 'INBOX'
}

function sentenceOf({ count, isComplete, left }: { count: number; isComplete: boolean; left: number }): string {
  const found = isComplete ? foundOf(count) : `The first ${count} folders are listed. Enter the path of any other.`
  return left === 0 ? found : `${found} Folders whose names cannot be entered are left out: ${left}.`
}

function foundOf(count: number): string {
  if (count === 0) return 'The mailbox has no folders to choose from.'
  return count === 1 ? 'One folder was found.' : `${count} folders were found.`
}
